import { plans, works, type PlanContent, type PlanName } from '#core/plan/plans.ts';
import type { Translate } from '../words.ts';

/**
 * Returns the lines of a plan's card (specification §9), with numbers from the plan table. A benefit that is
 * not implemented yet is listed as planned, not as offered.
 */
export function planContents(t: Translate, name: PlanName): { offered: string[]; planned: string[] } {
  const { contents, limits } = plans[name];
  const lines = (working: boolean): string[] =>
    contents.filter((content) => works[content] === working).map((content) => lineOf(t, content, limits));
  return { offered: lines(true), planned: lines(false) };
}

function lineOf(t: Translate, content: PlanContent, limits: (typeof plans)[PlanName]['limits']): string {
  if (content === 'documents') {
    const count = limits.documentsPerMonth;
    return count === null ? t('plan.unlimitedDocuments') : t('plan.documents', { count });
  }
  if (content === 'templates') {
    const count = limits.templates;
    return count === null ? t('plan.unlimitedTemplates') : t('plan.templates', { count });
  }
  return t(`plan.contents.${content}`);
}
