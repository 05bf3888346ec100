"use strict";
// Steps through one hand: draws what lies on the table after each event. All steps are here, so
// that a step asks no server; the address keeps the number of the event, which is that of the lake
// and of `paipu replay`. The deal is one step with the number of its last event.
(function () {
  let state = null;

  function make(name, css, children) {
    const element = document.createElement(name);
    if (css) element.className = css;
    (children || []).forEach(function (child) {
      element.append(child);
    });
    return element;
  }

  function tile(kind, css, turned) {
    const image = make("img", "tile" + (turned ? " turned" : "") + (css ? " " + css : ""));
    image.src = "/tiles/" + (kind < 0 ? "back" : kind) + (turned ? "-turned" : "") + ".svg";
    image.alt = state.data.words[String(kind)];
    image.title = image.alt;
    return image;
  }

  function group(name, tiles) {
    return make("span", "group " + name, tiles);
  }

  function row(label, css, tiles) {
    const head = make("span", "row-label", [label]);
    return make("div", "row " + css, [head, make("span", "tiles", tiles)]);
  }

  function seat(step, place) {
    const view = step.seats[place];
    const hand = view.hand.map(function (kind, index) {
      return tile(kind, index === view.fresh ? "fresh" : "");
    });
    const melds = view.melds.map(function (meld) {
      return group("meld", meld.map(function (one) { return tile(one[0], "", one[1]); }));
    });
    const rows = [make("div", "row held", [make("span", "tiles", [group("concealed", hand)].concat(melds))])];
    if (view.flowers.length) {
      rows.push(row("flowers 花", "flowers", view.flowers.map(function (kind) { return tile(kind); })));
    }
    if (view.waits.length) {
      rows.push(row("waits for 听", "waits", view.waits.map(function (kind) { return tile(kind); })));
    }
    rows.push(row("discards 弃牌", "discards", view.discards.map(function (one) {
      const drawn = tile(one[0], one[1] ? "claimed" : "");
      if (one[1]) drawn.title = drawn.alt = drawn.alt + ", claimed";
      return drawn;
    })));
    const here = step.seat === place ? " here" : "";
    const box = make("section", "seat" + here, [make("h3", "", [state.data.names[place]])].concat(rows));
    box.dataset.seat = String(place);
    return box;
  }

  function show(index) {
    const steps = state.data.steps;
    state.index = Math.max(0, Math.min(steps.length - 1, index));
    const step = steps[state.index];
    state.text.textContent = step.text;
    state.wall.textContent = step.wall + " tiles left in the wall";
    state.place.textContent = "event " + step.seq + " of " + steps[steps.length - 1].seq;
    state.slider.value = String(state.index);
    state.slider.setAttribute("aria-valuetext", step.text);
    const seats = [0, 1, 2, 3].map(function (turn) {
      return seat(step, (state.data.dealer + turn) % 4);
    });
    state.table.replaceChildren.apply(state.table, seats);
    Array.from(state.log.children).forEach(function (line, number) {
      line.toggleAttribute("aria-current", number === state.index);
    });
    const line = state.log.children[state.index];
    if (line) state.log.scrollTop = line.offsetTop - state.log.clientHeight / 2;
    const address = new URL(window.location.href);
    address.searchParams.set("step", String(step.seq));
    window.history.replaceState(window.history.state, "", address);
  }

  function button(text, label, action) {
    const made = make("button", "", [text]);
    made.type = "button";
    made.title = label;
    made.setAttribute("aria-label", label);
    made.addEventListener("click", action);
    return made;
  }

  function open(data) {
    const root = document.getElementById("replayer");
    if (!root || !data) return;
    state = { data: data, index: 0 };
    const last = data.steps.length - 1;
    state.text = make("p", "event");
    state.text.setAttribute("aria-live", "polite");
    state.wall = make("span", "wall");
    state.place = make("span", "place");
    state.slider = make("input", "slider");
    Object.assign(state.slider, { type: "range", min: "0", max: String(last), step: "1" });
    state.slider.setAttribute("aria-label", "Event of the hand");
    state.slider.addEventListener("input", function () { show(Number(state.slider.value)); });
    state.table = make("div", "table");
    state.log = make("ol", "log", data.steps.map(function (step, index) {
      const line = make("li", "", [step.text]);
      line.value = step.seq;
      line.addEventListener("click", function () { show(index); });
      return line;
    }));
    state.log.tabIndex = 0;
    state.log.setAttribute("aria-label", "Events of the hand");
    const buttons = make("div", "steps", [
      button("«", "First step (Home)", function () { show(0); }),
      button("‹", "Step back (←)", function () { show(state.index - 1); }),
      button("›", "Step on (→)", function () { show(state.index + 1); }),
      button("»", "Last step (End)", function () { show(last); }),
      state.slider, state.place, state.wall,
    ]);
    root.replaceChildren(buttons, state.text, make("div", "board", [state.table, state.log]));
    const said = new URL(window.location.href).searchParams.get("step");
    const later = data.steps.findIndex(function (step) { return step.seq > Number(said); });
    show(said === null ? 0 : later < 0 ? last : later - 1);
  }

  document.addEventListener("keydown", function (event) {
    if (!state || !document.getElementById("replayer") || !state.table.isConnected) return;
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.target.closest && event.target.closest("input, textarea, select, [contenteditable]")) return;
    const last = state.data.steps.length - 1;
    const to = {
      ArrowLeft: state.index - 1, ArrowRight: state.index + 1, Home: 0, End: last,
    }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    show(to);
  });

  window.dash_clientside.paipu.replay = function (stores) {
    open(stores && stores.length ? stores[0] : null);
    return "";
  };
})();
