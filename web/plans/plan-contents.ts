import type { TFunction } from 'i18next';
import { plans, type PlanContent, type PlanName } from '#core/plan/plans.ts';

/** What a plan offers, line by line; its numbers come from the plan table (specification §9). */
export function planContents(t: TFunction, name: PlanName): string[] {
  const { contents, limits } = plans[name];
  return contents.map((content) => lineOf(t, content, limits));
}

function lineOf(t: TFunction, content: PlanContent, limits: (typeof plans)[PlanName]['limits']): string {
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
