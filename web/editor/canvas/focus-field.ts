/** Moves the focus to a field after it was rendered, and scrolls it into view. */
export function focusField(id: string): void {
  requestAnimationFrame(() => {
    const box = document.querySelector<HTMLElement>(`[data-field="${CSS.escape(id)}"] [role="button"]`);
    box?.focus({ preventScroll: true });
    box?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  });
}

/** Scrolls the editor to a page. */
export function goToPage(page: number): void {
  document.querySelector(`[data-page="${page}"]`)?.scrollIntoView({ block: 'start', behavior: 'auto' });
}
