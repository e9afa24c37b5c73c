/** null means unlimited. The one plan table: no price and no limit stands anywhere else (specification §9). */
export type PlanLimits = {
  documentsPerMonth: number | null;
  templates: number | null;
  recipientsPerDocument: number | null;
  fileSize: number;
  /** Bytes of all files of an account together; the same file twice counts once. */
  storage: number;
};

export const planNames = ['free', 'pro', 'business'] as const;
export type PlanName = (typeof planNames)[number];

/** The largest file that can be uploaded, in bytes, on every plan (specification §5). */
export const largestUpload = 26_214_400;

const gigabyte = 1_000_000_000;

/** The lines of a price card (specification §9), in this order. 'documents' and 'templates' say the numbers of `limits`. */
export const planContents = [
  'everythingInPro',
  'documents',
  'templates',
  'signatures',
  'mail',
  'branding',
  'documentTemplates',
  'support',
  'team',
  'reports',
  'api',
] as const;
export type PlanContent = (typeof planContents)[number];

/**
 * Whether a benefit works today. One that does is ticked on the price cards, and `docs/benefits.md` names the test of
 * its behaviour on each plan that offers it; one that does not stands there as planned, and is not sold.
 */
export const works: Readonly<Record<PlanContent, boolean>> = {
  everythingInPro: true,
  documents: true,
  templates: true,
  signatures: true,
  mail: true,
  branding: true,
  documentTemplates: true,
  support: true,
  team: true,
  reports: true,
  api: true,
};

export type Plan = {
  title: string;
  dollarsPerMonth: number;
  /** Days without payment at the beginning of an account's first subscription. */
  trialDays: number;
  /** 'Most Popular'. */
  popular: boolean;
  contents: readonly PlanContent[];
  limits: PlanLimits;
};

export const plans: Record<PlanName, Plan> = {
  free: {
    title: 'Free',
    dollarsPerMonth: 0,
    trialDays: 0,
    popular: false,
    contents: ['documents', 'templates', 'signatures', 'mail'],
    limits: {
      documentsPerMonth: 3,
      templates: 5,
      recipientsPerDocument: 5,
      fileSize: largestUpload,
      storage: 1 * gigabyte,
    },
  },
  pro: {
    title: 'Pro',
    dollarsPerMonth: 19,
    trialDays: 14,
    popular: true,
    contents: ['documents', 'templates', 'branding', 'documentTemplates', 'support'],
    limits: {
      documentsPerMonth: null,
      templates: 50,
      recipientsPerDocument: 20,
      fileSize: largestUpload,
      storage: 50 * gigabyte,
    },
  },
  business: {
    title: 'Business',
    dollarsPerMonth: 49,
    trialDays: 0,
    popular: false,
    contents: ['everythingInPro', 'templates', 'team', 'reports', 'api'],
    limits: {
      documentsPerMonth: null,
      templates: null,
      recipientsPerDocument: null,
      fileSize: largestUpload,
      storage: 500 * gigabyte,
    },
  },
};

/** Whether a plan is sold with this benefit, by itself or with everything of the plan below it. */
export function offers(plan: PlanName, content: PlanContent): boolean {
  const { contents } = plans[plan];
  return contents.includes(content) || (contents.includes('everythingInPro') && offers('pro', content));
}

export function planNamed(name: string): PlanName {
  return planNames.find((known) => known === name) ?? 'free';
}
