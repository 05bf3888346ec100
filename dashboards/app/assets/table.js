"use strict";
// The table editor: what a cell is edited with, which cells were edited, and the address of that.
window.dashAgGridFunctions = window.dashAgGridFunctions || {};
Object.assign(window.dashAgGridFunctions, {
  // Texts of whole numbers in the order of the numbers.
  numbers: function (one, other) {
    return Number(one) - Number(other);
  },

  // A list of the valid values where there is one, else a line of text.
  editorOf: function (params) {
    const choices = params.data.choices;
    if (!choices || !choices.length) return { component: "agTextCellEditor" };
    return { component: "agSelectCellEditor", params: { values: choices } };
  },

  // Whether a cell says something else than the run's own table.
  isChanged: function (params) {
    return params.value !== params.data["own_" + params.colDef.field];
  },
});

Object.assign(window.dash_clientside.paipu, {
  // Adds edited cells to those before: here, so that a quick second edit loses nothing.
  edits: function (patterns, options, before) {
    const triggered = window.dash_clientside.callback_context.triggered;
    if (!triggered.length || !triggered[0].value) return window.dash_clientside.no_update;
    const found = Object.assign({}, before);
    triggered.forEach(function (one) {
      (one.value || []).forEach(function (event) {
        const path = event.data.path;
        const name = event.colId === "text" ? path : path + "." + event.colId;
        found[name] = String(event.value === null || event.value === undefined ? "" : event.value).trim();
      });
    });
    return found;
  },

  // The address follows the edits without asking for the page anew.
  keep: function (search) {
    if (typeof search === "string" && window.location.pathname === "/table") {
      window.history.replaceState(window.history.state, "", "/table" + search);
    }
    return "";
  },

  copy: function (clicks, text) {
    if (clicks && window.navigator.clipboard) window.navigator.clipboard.writeText(text);
    return clicks ? "Copied" : "Copy";
  },
});
