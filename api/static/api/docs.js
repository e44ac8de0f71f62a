document.documentElement.classList.toggle(
  "dark-mode", matchMedia("(prefers-color-scheme: dark)").matches
);
