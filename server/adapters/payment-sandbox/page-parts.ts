import { sandboxPath } from './stripe-objects.ts';

/** A page of the sandbox: plain HTML that works without script, and says in its first line that it is a test. */
export function page(title: string, content: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${escape(title)} – Test payments – Countersign</title>
<link rel="stylesheet" href="${sandboxPath}/looks.css">
</head>
<body>
<p class="test" role="note"><strong>Test mode.</strong> No money moves here. Never type a real card.</p>
<main>
<p class="brand"><svg viewBox="0 0 24 24" width="28" height="28" aria-hidden="true"><rect width="24" height="24" rx="6"/><path d="M5.5 15.5c2-5 3.8-8 5-7.4 1.4.7-2.6 7-1.2 7.5 1.3.4 3-4.6 4.3-4.3 1.2.3-.9 3.8.4 4.2 1 .3 1.9-1.4 4.5-1.7"/></svg>Countersign <span>test payments</span></p>
${content}
</main>
</body>
</html>
`;
}

/** A form with one button; `act` is what it asks for. */
export function button(text: string, act: string, look: 'primary' | 'plain' | 'danger' = 'plain'): string {
  return `<form method="post"><button class="${look}" type="submit" name="act" value="${act}">${escape(text)}</button></form>`;
}

export type Problem = { field?: string; text: string };

export function input(
  field: { name: string; label: string; placeholder: string; list?: string; autocomplete?: string },
  value: string,
  problem: Problem | undefined,
): string {
  const wrong =
    problem?.field === field.name ? ' aria-invalid="true" aria-describedby="problem" autofocus' : '';
  const list = field.list ? ` list="${field.list}"` : '';
  return `<div><label for="${field.name}">${field.label}</label>
<input id="${field.name}" name="${field.name}" type="text" inputmode="numeric" autocomplete="${field.autocomplete ?? 'off'}" placeholder="${field.placeholder}" value="${escape(value)}" maxlength="30" required${list}${wrong}></div>`;
}

export function problemText(problem: Problem | undefined): string {
  return problem ? `<p class="problem" id="problem" role="alert">${escape(problem.text)}</p>` : '';
}

export function dollars(cents: number): string {
  const text = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' }).format(
    Math.abs(cents) / 100,
  );
  return cents < 0 ? `−${text}` : text;
}

/** 'Jan 5, 2024', as the specification writes dates (§9). */
export function date(ms: number): string {
  return new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' }).format(ms);
}

export function escape(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
