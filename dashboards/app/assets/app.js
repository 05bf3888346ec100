"use strict";
// What only the browser knows or can do: how wide it is, where a click on a mark leads, its title.
(function () {
  const NARROW = 640;

  function go(href) {
    window.history.pushState({}, "", href);
    window.dispatchEvent(new CustomEvent("_dashprivate_pushstate"));
    window.scrollTo(0, 0);
  }

  window.dash_clientside = Object.assign({}, window.dash_clientside, {
    paipu: {
      narrow: function () {
        return window.innerWidth < NARROW;
      },

      // Name the page in the window's title and mark it in the menu.
      arrived: function (path) {
        const head = document.querySelector("#head h1");
        document.title = (head ? head.textContent + " · " : "") + "paipu 牌谱";
        document.querySelectorAll("#menu a").forEach(function (link) {
          const here = new URL(link.href).pathname === path;
          if (!here) link.removeAttribute("aria-current");
          else {
            link.setAttribute("aria-current", "page");
            const menu = link.parentElement; // where it is wider than the window
            menu.scrollLeft = link.offsetLeft - (menu.clientWidth - link.offsetWidth) / 2;
          }
        });
        return "";
      },

      // A click on a mark of a figure opens what is behind it.
      follow: function () {
        const triggered = window.dash_clientside.callback_context.triggered;
        const clicked = triggered.length ? triggered[0].value : null;
        const href = clicked && clicked.points && clicked.points[0].customdata;
        if (typeof href === "string") go(href);
        return "";
      },
    },
  });
  // Ctrl + Enter in a query runs it.
  document.addEventListener("keydown", function (event) {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
    if (event.target.id === "sql-text") document.getElementById("sql-run").click();
  });

  // Whether a grid goes on to the right of what is seen of it; of tables the looks alone say so.
  const WIDE = ".ag-center-cols-viewport";
  function mark(area) {
    area.closest(".grid").classList.toggle("goes-on", area.scrollWidth - area.clientWidth - area.scrollLeft > 2);
  }
  const sizes = new ResizeObserver(function (changes) {
    changes.forEach(function (change) {
      const area = change.target.closest(WIDE);
      if (area) mark(area);
    });
  });
  function watch(root) {
    root.querySelectorAll(WIDE).forEach(function (area) {
      sizes.observe(area);
      if (area.firstElementChild) sizes.observe(area.firstElementChild);
    });
  }
  new MutationObserver(function (changes) {
    changes.forEach(function (change) {
      change.addedNodes.forEach(function (node) {
        if (node.nodeType === 1) watch(node.parentElement || node);
      });
    });
  }).observe(document.documentElement, { childList: true, subtree: true });
  document.addEventListener("scroll", function (event) {
    if (event.target.matches && event.target.matches(WIDE)) mark(event.target);
  }, true);

  window.paipu = { go: go };
})();
