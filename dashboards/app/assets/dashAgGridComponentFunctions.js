"use strict";
// Cells of grids that lead to other pages.
window.dashAgGridComponentFunctions = window.dashAgGridComponentFunctions || {};
window.dashAgGridComponentFunctions.PageLink = function (props) {
  const href = props.data && props.data[props.href];
  if (!href) return props.value === undefined ? null : String(props.value);
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
    String(props.value),
  );
};
