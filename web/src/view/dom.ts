/** DOM helpers. Strings become text nodes, never markup. */

type Child = Node | string | null | undefined | false;
type Attributes = Record<string, string | number | boolean | null | undefined>;

const SVG = 'http://www.w3.org/2000/svg';

function fill(element: Element, attributes: Attributes, children: Child[]): void {
  for (const [name, value] of Object.entries(attributes)) set(element, name, value);
  element.append(
    ...children.filter(
      (child): child is Node | string => child !== null && child !== undefined && child !== false,
    ),
  );
}

/** Sets an attribute. `true` sets an empty value; `false`, null and undefined remove it. */
export function set(
  element: Element,
  name: string,
  value: string | number | boolean | null | undefined,
): void {
  if (value === undefined || value === null || value === false) element.removeAttribute(name);
  else {
    const wanted = value === true ? '' : String(value);
    if (element.getAttribute(name) !== wanted) element.setAttribute(name, wanted);
  }
}

export function h<K extends keyof HTMLElementTagNameMap>(
  name: K,
  attributes: Attributes = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(name);
  fill(element, attributes, children);
  return element;
}

export function s<K extends keyof SVGElementTagNameMap>(
  name: K,
  attributes: Attributes = {},
  ...children: Child[]
): SVGElementTagNameMap[K] {
  const element = document.createElementNS(SVG, name) as SVGElementTagNameMap[K];
  fill(element, attributes, children);
  return element;
}

export function button(label: string, press: () => void, attributes: Attributes = {}): HTMLButtonElement {
  const element = h('button', { type: 'button', ...attributes }, label);
  element.addEventListener('click', press);
  return element;
}

/** Returns a group of radio buttons. */
export function choice<T extends string>(
  legend: string,
  options: Record<T, string>,
  chosen: T,
  choose: (value: T) => void,
): HTMLFieldSetElement {
  const name = `choice-${Math.random().toString(36).slice(2)}`;
  const entries = (Object.keys(options) as T[]).map((value) => {
    const input = h('input', { type: 'radio', name, value });
    input.checked = value === chosen;
    input.addEventListener('change', () => choose(value));
    return h('label', {}, input, h('span', {}, options[value]));
  });
  return h(
    'fieldset',
    { class: 'choice' },
    h('legend', {}, legend),
    h('div', { class: 'options' }, ...entries),
  );
}

/** Replaces all children. */
export function replace(element: Element, ...children: Child[]): void {
  element.replaceChildren();
  fill(element, {}, children);
}
