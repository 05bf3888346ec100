"use strict";
// Draws the figures, fits them to narrow pages and to paper, and sorts tables. Asks no server.
(function () {
  const config = JSON.parse(document.getElementById("plot-config").textContent);
  const NARROW = 440; // below that a figure has no room for long names
  const PAPER = 680; // width of the text on A4 in pixels of 1/96 inch
  const plots = [];

  // What a figure needs at this width, where that is something else than before.
  function fit(plot, width) {
    const meta = plot.layout.meta;
    const kind = width < NARROW ? "narrow" : "wide";
    if (!meta || plot.dataset.fit === kind) return;
    plot.dataset.fit = kind;
    Plotly.relayout(plot, meta[kind]);
  }

  document.querySelectorAll("script[data-figure]").forEach(function (holder) {
    const figure = JSON.parse(holder.textContent);
    const canvas = document.getElementById(holder.dataset.figure);
    canvas.dataset.fit = "wide";
    Plotly.newPlot(canvas, figure.data, figure.layout, config);
    fit(canvas, canvas.clientWidth);
    plots.push(canvas);
  });

  window.addEventListener("resize", function () {
    plots.forEach(function (plot) { fit(plot, plot.clientWidth); });
  });

  window.addEventListener("beforeprint", function () {
    plots.forEach(function (plot) {
      const width = plot.closest(".multiples") ? PAPER / 2 - 10 : PAPER;
      fit(plot, width);
      Plotly.relayout(plot, { width: width });
    });
  });
  window.addEventListener("afterprint", function () {
    plots.forEach(function (plot) {
      Plotly.relayout(plot, { width: null, autosize: true });
      fit(plot, plot.clientWidth);
    });
  });

  // Numbers sort as numbers, text as text; cells without a value stay at the end.
  function order(first, second, down) {
    if (first === undefined || second === undefined) {
      return (first === undefined) - (second === undefined);
    }
    const numbers = [Number(first), Number(second)];
    const step = numbers.some(Number.isNaN)
      ? first.localeCompare(second, "zh") : numbers[0] - numbers[1];
    return down ? -step : step;
  }

  document.querySelectorAll("table.sortable").forEach(function (table) {
    const heads = Array.from(table.tHead.rows[0].cells);
    const body = table.tBodies[0];
    heads.forEach(function (head, index) {
      head.querySelector("button").addEventListener("click", function () {
        const before = head.getAttribute("aria-sort");
        const numeric = head.classList.contains("num");
        const down = before ? before === "ascending" : numeric;
        heads.forEach(function (other) { other.removeAttribute("aria-sort"); });
        head.setAttribute("aria-sort", down ? "descending" : "ascending");
        const rows = Array.from(body.rows);
        rows.sort(function (a, b) {
          return order(a.cells[index].dataset.sort, b.cells[index].dataset.sort, down);
        });
        body.append(...rows);
      });
    });
  });
  document.documentElement.dataset.drawn = String(plots.length);
})();
