// Whoever has chosen dark or light sees it from the first paint on: the page's own scripts come later.
try {
  const chosen = localStorage.getItem('mantine-color-scheme-value')
  if (chosen === 'dark' || chosen === 'light') document.documentElement.dataset.mantineColorScheme = chosen
} catch {
  // Nothing is kept here.
}
