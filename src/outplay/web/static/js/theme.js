// Runs before the first paint, so that a page in the dark does not flash.
"use strict";
try {
	const theme = JSON.parse(localStorage.getItem("outplay.theme"));
	if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
} catch {
	// A browser that keeps nothing shows the system's theme.
}
