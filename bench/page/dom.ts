/**
 * Elements: found by id, or made. Text goes in as text, always.
 *
 * @module
 */

/** The element of the page with this `id`, which is there. */
export function byId<T extends HTMLElement = HTMLElement>(id: string): T {
  return document.getElementById(id) as T
}

/** Makes an element; `attributes` that are `false` or undefined are left out. */
export function make<K extends keyof HTMLElementTagNameMap>(
  name: K,
  attributes: Readonly<Record<string, string | number | boolean | undefined>> = {},
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(name)
  for (const [key, value] of Object.entries(attributes))
    if (value !== undefined && value !== false)
      element.setAttribute(key, value === true ? '' : String(value))
  element.append(...children)
  return element
}

/** A button that does `press`. */
export function button(text: string, press: () => void, label?: string): HTMLButtonElement {
  const element = make('button', { type: 'button', 'aria-label': label }, text)
  element.addEventListener('click', press)
  return element
}
