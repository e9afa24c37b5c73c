import { useId } from 'react';
import { Button } from './button.tsx';

type Props = {
  question: string;
  choices: readonly { value: string; text: string; printedAs: string }[];
  busy?: boolean;
  /** Class names for the parts of the choice. */
  look: { group: string; choice: string; text: string; printedAs: string };
  onChoose: (value: string) => void;
};

/** Asks which of two numbers or days is meant, and shows the printed form of each. */
export function ReadingChoice({ question, choices, busy = false, look, onChoose }: Props) {
  const id = useId();
  return (
    <div role="group" aria-labelledby={id} className={look.group}>
      <p id={id} role="alert">
        {question}
      </p>
      {choices.map(({ value, text, printedAs }) => (
        <Button key={value} className={look.choice} disabled={busy} onClick={() => onChoose(value)}>
          <bdi className={look.text}>{text}</bdi>
          <span className={look.printedAs}>{printedAs}</span>
        </Button>
      ))}
    </div>
  );
}
