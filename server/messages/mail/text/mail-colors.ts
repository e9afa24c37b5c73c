/** Colors in emails. They are hexadecimal, because many mail programs support nothing newer. */
export const color = {
  paper: '#fbfaf8',
  surface: '#ffffff',
  line: '#e4e2de',
  wash: '#eef1f9',
  text: '#1c2130',
  muted: '#5b6070',
  ink: '#23449b',
  seal: '#b0402f',
};

export const font = "Inter, 'Segoe UI', Helvetica, Arial, sans-serif";

export const small = {
  color: color.muted,
  fontSize: 13,
  lineHeight: '20px',
  margin: '0 0 8px',
  wordBreak: 'break-word' as const,
};

export const linkInSmall = { color: color.muted, textDecoration: 'underline' };

/**
 * Mail programs without dark mode use the colors above. The only user input in this CSS is the brand's
 * dark-mode color, which is six hex digits.
 */
export const nightStyle = (own: string | undefined): string => `@media (prefers-color-scheme: dark) {
  body, .paper { background: #14161c !important; color: #f1f0ee !important; }
  .card { background: #1c1f27 !important; border-color: #383c47 !important; }
  .in { color: #f1f0ee !important; }
  ${own === undefined ? '' : `.card { border-top-color: ${own} !important; }`}
  .muted { color: #a5a9b5 !important; }
  .line { border-color: #383c47 !important; }
  .doc { background: #14161c !important; border-color: #383c47 !important; }
  .doc-title { color: #f1f0ee !important; }
  .initials { background: #2a3350 !important; color: #c3d0fa !important; }
  .seal { border-color: #ee9382 !important; color: #ee9382 !important; }
  .act { background: ${own ?? '#9db4f5'} !important; color: #14161c !important; }
}
@media (max-width: 400px) {
  .in { padding: 20px 16px !important; }
}`;
