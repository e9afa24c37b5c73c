/** null means unlimited. The one plan table: no price and no limit stands anywhere else (specification §9). */
export type PlanLimits = {
  documentsPerMonth: number | null;
  templates: number | null;
  recipientsPerDocument: number | null;
  fileSize: number;
};

export const planNames = ['free', 'pro', 'business'] as const;
export type PlanName = (typeof planNames)[number];

/** The largest file that can be uploaded, in bytes, on every plan (specification §5). */
export const largestUpload = 26_214_400;

export const plans: Record<PlanName, { title: string; dollarsPerMonth: number; limits: PlanLimits }> = {
  free: {
    title: 'Free',
    dollarsPerMonth: 0,
    limits: { documentsPerMonth: 3, templates: 5, recipientsPerDocument: 5, fileSize: largestUpload },
  },
  pro: {
    title: 'Pro',
    dollarsPerMonth: 19,
    limits: { documentsPerMonth: null, templates: 50, recipientsPerDocument: 20, fileSize: largestUpload },
  },
  business: {
    title: 'Business',
    dollarsPerMonth: 49,
    limits: {
      documentsPerMonth: null,
      templates: null,
      recipientsPerDocument: null,
      fileSize: largestUpload,
    },
  },
};

export function planNamed(name: string): PlanName {
  return planNames.find((known) => known === name) ?? 'free';
}
