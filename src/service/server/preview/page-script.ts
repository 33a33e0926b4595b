/** Script of a preview page: it listens for changes and shows findings in a bar at the bottom. */

/**
 * A browser limits the connections to a host, so a hidden page does not listen. When it becomes
 * visible again, the first event shows whether it is out of date.
 */
export const pageScript = `"use strict";
(() => {
  const own = document.currentScript.dataset.revision;
  const make = (name, text) => {
    const element = document.createElement(name);
    element.textContent = text;
    return element;
  };
  const bar = document.createElement("aside");
  bar.id = "~preview";
  bar.setAttribute("aria-label", "Preview");
  bar.setAttribute("role", "status");
  document.body.append(bar);
  let isOpen = sessionStorage.getItem("~preview") === "open";
  const fill = ({ failure, summary, findings }) => {
    bar.className = failure !== null ? "failed" : findings.length > 0 ? "found" : "";
    const first = failure === null ? summary : "Not shown yet: " + failure;
    if (findings.length === 0) return bar.replaceChildren(make("p", "Preview \\u00b7 " + first));
    const details = document.createElement("details");
    details.open = isOpen;
    details.addEventListener("toggle", () => {
      isOpen = details.open;
      sessionStorage.setItem("~preview", isOpen ? "open" : "");
    });
    const list = document.createElement("ul");
    list.append(...findings.map((finding) => make("li", finding)));
    details.append(make("summary", "Preview \\u00b7 " + first), list);
    bar.replaceChildren(details);
  };
  let source;
  const listen = () => {
    source = new EventSource("/~preview/events");
    source.onmessage = ({ data }) => {
      const state = JSON.parse(data);
      if (state.revision !== own) location.reload();
      else fill(state);
    };
    source.onerror = () => {
      const failure = "the preview has ended, or cannot be reached.";
      fill({ failure, summary: "", findings: [] });
    };
  };
  const leave = () => {
    if (source) source.close();
    source = undefined;
  };
  document.addEventListener("visibilitychange", () => {
    leave();
    if (!document.hidden) listen();
  });
  addEventListener("pagehide", leave);
  addEventListener("pageshow", ({ persisted }) => {
    if (persisted && !source) listen();
  });
  if (!document.hidden) listen();
})();
`;

/** The color names are those of the stylesheet of a site. */
export const barStyle = `body{padding-bottom:3rem}
#\\~preview{position:fixed;inset:auto 0 0 0;z-index:100;max-height:45vh;overflow:auto;font:.875rem/1.4 system-ui,sans-serif;--kind:var(--success);background:color-mix(in srgb,var(--kind) 14%,var(--ground));color:var(--ink);border-top:2px solid var(--kind)}
#\\~preview.found{--kind:var(--warning)}
#\\~preview.failed{--kind:var(--danger)}
#\\~preview:empty{display:none}
#\\~preview p,#\\~preview summary{margin:0;padding:.5rem 1rem}
#\\~preview summary{cursor:pointer}
#\\~preview ul{margin:0;padding:0 1rem .75rem 2.25rem;list-style:disc}
#\\~preview li{overflow-wrap:anywhere}
@media print{#\\~preview{display:none}body{padding:0}}
`;
