// For typedoc: a guide is listed by its heading, and keeps the address that its file gives it. Every page links to the page
// that explains documents.

import { Converter, JSX, KindRouter, ReflectionKind } from 'typedoc'

const files = new WeakMap()

export function load(app) {
  app.converter.on(Converter.EVENT_CREATE_DOCUMENT, (_, guide) => {
    const [, heading] = /^\s*# (.+)\n/.exec(guide.content[0]?.text ?? '') ?? []
    if (heading === undefined) return
    files.set(guide, guide.name)
    guide.name = heading
  })
  app.renderer.defineRouter('guides', GuideRouter)
  app.renderer.hooks.on('pageSidebar.begin', ({ relativeURL }) =>
    JSX.createElement(
      'p',
      null,
      JSX.createElement('a', { href: relativeURL('explain/index.html') }, 'Explain a document'),
    ),
  )
}

class GuideRouter extends KindRouter {
  getIdealBaseName(reflection) {
    const file = reflection.kindOf(ReflectionKind.Document) && files.get(reflection)
    return file ? `documents/${file}` : super.getIdealBaseName(reflection)
  }
}
