// Runs before anything else of the page: what it may reach is its own files, and the one origin that the
// visitor has allowed, which is in the address. Policies can be narrowed from here on, not widened.
{
  const given = new URLSearchParams(location.search).get('allow') ?? '';
  const allowed = URL.canParse(given) && /^https?:$/.test(new URL(given).protocol);
  const meta = document.createElement('meta');
  meta.httpEquiv = 'Content-Security-Policy';
  meta.content = [
    "default-src 'none'",
    "script-src 'self' 'wasm-unsafe-eval'",
    "style-src 'self'",
    `connect-src 'self' ${allowed ? new URL(given).origin : ''}`,
    "img-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  document.head.prepend(meta);
}
