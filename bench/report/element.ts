/**
 * Makes elements: texts become text nodes, so that nothing in them is markup.
 *
 * @module
 */

/** An element with attributes, texts and nodes; what is `undefined` is left out. */
export type Make = (
  name: string,
  attributes: Readonly<Record<string, string>>,
  ...content: (Node | string | undefined)[]
) => HTMLElement

/** Makes elements of `document`. */
export function element(document: Document): Make {
  return (name, attributes, ...content) => {
    const made = document.createElement(name)
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value)
    made.append(...content.filter((part) => part !== undefined))
    return made
  }
}
