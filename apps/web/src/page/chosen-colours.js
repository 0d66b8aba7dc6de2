// Sets the chosen color scheme before the first paint, because the page's own scripts run later.
try {
  const chosen = localStorage.getItem('mantine-color-scheme-value')
  if (chosen === 'dark' || chosen === 'light') document.documentElement.dataset.mantineColorScheme = chosen
} catch {
  // The browser denies access to its storage.
}
