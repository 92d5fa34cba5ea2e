// Before the first paint: the theme and the language this browser keeps.
(() => {
  let kept = {};
  try {
    kept = JSON.parse(localStorage.getItem("fourwinds") || "{}");
  } catch {
    // Nothing kept, or nothing readable: what the system prefers.
  }
  const dark = matchMedia("(prefers-color-scheme: dark)").matches;
  const theme = kept.theme === "day" || kept.theme === "night" ? kept.theme : dark ? "night" : "day";
  document.documentElement.dataset.theme = theme;
  if (kept.language) document.documentElement.lang = kept.language;
})();
