import { chosenIn, toggleChoice } from '#core/field/values/multi-choice.ts';
import { SwitchLine } from './switch-line.tsx';

type Props = {
  label: string;
  error?: string | undefined;
  choices: readonly string[];
  value: string;
  onChange: (value: string) => void;
};

/** A switch for each option of a multiple choice. */
export function ChoiceSwitches({ label, error, choices, value, onChange }: Props) {
  const chosen = chosenIn(value, choices);
  return (
    <fieldset className="flex max-h-64 flex-col gap-2 overflow-y-auto">
      <legend className="mb-1.5 text-sm font-medium">{label}</legend>
      {choices.map((choice) => (
        <SwitchLine
          key={choice}
          label={choice}
          checked={chosen.includes(choice)}
          onChange={() => onChange(toggleChoice(value, choice, choices))}
        />
      ))}
      {error ? (
        <p role="alert" className="text-xs text-danger">
          {error}
        </p>
      ) : null}
    </fieldset>
  );
}
