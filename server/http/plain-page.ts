import { directionOf, type Language } from '#core/language/language.ts';

/** The frame of every plain page of ours (signing in, a mail's links, the outbox): plain HTML that needs no script. `script` only adds to it. */
export function page(
  { language }: { language: Language },
  title: string,
  content: string,
  script?: string,
): string {
  return `<!doctype html>
<html lang="${language}" dir="${directionOf(language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${escape(title)} – Countersign</title>
<link rel="stylesheet" href="/sign-in.css">${script ? `\n<script src="${script}" defer></script>` : ''}
</head>
<body>
<main>
<p class="brand"><svg viewBox="0 0 24 24" width="28" height="28" aria-hidden="true"><rect width="24" height="24" rx="6"/><path d="M5.5 15.5c2-5 3.8-8 5-7.4 1.4.7-2.6 7-1.2 7.5 1.3.4 3-4.6 4.3-4.3 1.2.3-.9 3.8.4 4.2 1 .3 1.9-1.4 4.5-1.7"/></svg>Countersign</p>
<div class="card">
${content}
</div>
</main>
</body>
</html>
`;
}

export function escape(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
