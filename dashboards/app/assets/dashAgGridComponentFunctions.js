"use strict";
// Cells of grids that lead to other pages.
window.dashAgGridComponentFunctions = window.dashAgGridComponentFunctions || {};
window.dashAgGridComponentFunctions.PageLink = function (props) {
  const href = props.data && props.data[props.href];
  const value = props.valueFormatted === null || props.valueFormatted === undefined ? props.value : props.valueFormatted;
  const text = value === null || value === undefined ? "" : String(value);
  if (!href) return text;
  return React.createElement(
    "a",
    {
      href: href,
      onClick: function (event) {
        if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
        event.preventDefault();
        window.paipu.go(href);
      },
    },
    text,
  );
};
