/** Buttons, fields and groups of choices. */

import type { ButtonHTMLAttributes, ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { Icon, type IconName } from './signs.tsx';

type ButtonProps = Omit<ButtonHTMLAttributes, 'icon'> & {
  press: () => void;
  /** Looks disabled and does nothing, but keeps the focus. */
  off?: boolean;
  icon?: IconName;
  children?: ComponentChildren;
};

export function Button({ press, off = false, icon, children, ...rest }: ButtonProps) {
  return (
    <button type="button" {...rest} aria-disabled={off ? 'true' : undefined} onClick={() => !off && press()}>
      {icon && <Icon name={icon} />}
      {children}
    </button>
  );
}

let choices = 0;

/** Group of radio buttons. */
export function Choice<T extends string>({
  legend,
  options,
  chosen,
  choose,
}: {
  legend: string;
  options: Record<T, string>;
  chosen: T;
  choose: (value: T) => void;
}) {
  const [name] = useState(() => `choice-${choices++}`); // `useId` repeats a name when choices come and go
  return (
    <fieldset class="choice">
      <legend>{legend}</legend>
      <div class="options">
        {(Object.keys(options) as T[]).map((value) => (
          <label key={value}>
            <input
              type="radio"
              name={name}
              value={value}
              checked={value === chosen}
              onChange={() => choose(value)}
            />
            <span>{options[value]}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

export function Select<T extends string>({
  label,
  options,
  chosen,
  choose,
}: {
  label: string;
  options: Partial<Record<T, string>>;
  chosen: T;
  choose: (value: T) => void;
}) {
  return (
    <label class="field inline">
      {label}
      <select value={chosen} onChange={(event) => choose(event.currentTarget.value as T)}>
        {(Object.entries(options) as [T, string][]).map(([value, name]) => (
          <option key={value} value={value} selected={value === chosen}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}

export function Check({
  label,
  checked,
  change,
}: {
  label: string;
  checked: boolean;
  change: (checked: boolean) => void;
}) {
  return (
    <label class="check">
      <input type="checkbox" checked={checked} onChange={(event) => change(event.currentTarget.checked)} />
      {label}
    </label>
  );
}

/** Names and values in two columns. */
export function FactList({ rows }: { rows: [name: string, value: string][] }) {
  return (
    <dl class="facts">
      {rows.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
