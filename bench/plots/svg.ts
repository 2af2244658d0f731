/**
 * What every figure gets: a name and a description for who does not see it, and short coordinates.
 *
 * @module
 */

/** Width of a figure: a phone shows it whole, a wide screen several side by side. */
export const width = 400

/** Room for the longest of `names` at a font of 12 pixels, within bounds. */
export function roomFor(names: readonly string[]): number {
  const longest = Math.max(...names.map((name) => name.length))
  return Math.min(170, Math.max(90, Math.ceil(longest * 7) + 8))
}

/** How many ems of text have room in `pixels`; fonts differ, so some is kept free. */
export function emsIn(pixels: number): number {
  return (0.95 * pixels) / 12
}

/** Names a figure. Its tables stand beside it, so it is one image for assistive technology. */
export function finish(
  document: Document,
  svg: SVGSVGElement | HTMLElement,
  title: string,
  description: string,
): SVGSVGElement {
  for (const [name, text] of [
    ['desc', description],
    ['title', title],
  ] as const) {
    const element = document.createElementNS('http://www.w3.org/2000/svg', name)
    element.textContent = text
    svg.insertBefore(element, svg.firstChild)
  }
  // The library names its layers, which a part of an image must not have.
  for (const layer of svg.querySelectorAll('[aria-label]')) layer.removeAttribute('aria-label')
  svg.setAttribute('role', 'img')
  svg.setAttribute('aria-label', `${title}. ${description}`)
  shorten(svg)
  return svg as SVGSVGElement
}

const coordinates = [
  'd',
  'transform',
  'x',
  'y',
  'x1',
  'x2',
  'y1',
  'y2',
  'width',
  'height',
  'cx',
  'cy',
  'r',
]

/** A tenth of a pixel is enough. */
function shorten(svg: Element): void {
  for (const element of svg.querySelectorAll('*'))
    for (const name of coordinates) {
      const value = element.getAttribute(name)
      if (value === null) continue
      const short = value.replace(/-?\d+\.\d+/g, (number) =>
        String(Math.round(Number(number) * 10) / 10),
      )
      if (short !== value) element.setAttribute(name, short)
    }
}
