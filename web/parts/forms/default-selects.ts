import type { EffectiveDefaults, FolderDefaults } from '#contract/documents/defaults.ts';
import { useRequiredTexts } from '../../api/later-words.ts';

type DefaultName = keyof FolderDefaults;
type Source = keyof EffectiveDefaults['from'];

export type DefaultsProps = {
  values: FolderDefaults;
  onChange: (values: FolderDefaults) => void;
  /** The inherited values, which apply where a setting has no value here. */
  inherited: EffectiveDefaults;
  /** The owner of the settings. Some settings of an account are shown elsewhere. */
  of: 'account' | 'folder';
};

/** The value of a select that inherits. */
export const none = 'inherited';

/** Returns the props of a select that has the inherited value as its first option. */
export function useSelects({ values, onChange, inherited }: DefaultsProps) {
  const say = useRequiredTexts('templates');
  const inherits = (name: Source, text: string): string => {
    const source = inherited.from[name];
    if (!source) return say('defaults.ofStandard', { value: text });
    if (source.folderId === null) return say('defaults.ofAccount', { value: text });
    if (source.name === '') return say('defaults.ofHidden', { value: text });
    return say('defaults.ofFolder', { value: text, name: source.name });
  };
  /** Undefined means that the value is inherited. */
  const set = (change: Partial<FolderDefaults>): void => {
    const { formats, ...others } = { ...values, ...change };
    const own = formats && defined(formats);
    onChange(defined({ ...others, ...(own && Object.keys(own).length > 0 && { formats: own }) }));
  };
  const yesNo = { true: say('defaults.yes'), false: say('defaults.no') };
  const choice = <Name extends DefaultName>(
    name: Name,
    texts: Readonly<Record<string, string>>,
    { standard, read }: { standard: string; read: (value: string) => FolderDefaults[Name] },
  ) => {
    const own = values[name];
    const above = inherited.values[name];
    return {
      value: keyOf(own),
      options: [
        { value: none, text: inherits(name, texts[keyOf(above)] ?? standard) },
        ...Object.entries(texts).map(([value, text]) => ({ value, text })),
      ],
      onChange: (value: string) => set({ [name]: value === none ? undefined : read(value) }),
    };
  };
  return { say, inherits, set, yesNo, choice };
}

/** The value of a select for a setting. */
const keyOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'boolean' ? String(value) : none;

/** Returns a copy without undefined properties. */
export function defined<Given extends object>(values: Given): Given {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Given;
}
