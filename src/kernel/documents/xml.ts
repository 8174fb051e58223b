// XML written piece by piece. Elements are plain objects, in the order of their fields.

import { XMLBuilder } from 'fast-xml-parser'

export type XmlElement = { readonly [name: string]: XmlValue }
export type XmlValue =
  | string
  | undefined
  | XmlElement
  | readonly XmlElement[]
  | { readonly attributes: Readonly<Record<string, string>>; readonly text: string }

const [ATTRIBUTE, TEXT] = ['@', '#']
const builder = new XMLBuilder({
  ignoreAttributes: false,
  attributeNamePrefix: ATTRIBUTE,
  textNodeName: TEXT,
})

/** The beginning of a document whose elements `names` contain each other and are closed by `xmlEnd`. */
export function xmlBegin(names: readonly string[], namespace: string): string {
  const [root, ...others] = names
  const opened = others.map((name) => `<${name}>`)
  return `<?xml version="1.0" encoding="UTF-8"?><${root} xmlns="${namespace}">${opened.join('')}`
}

export function xmlEnd(names: readonly string[]): string {
  return names
    .toReversed()
    .map((name) => `</${name}>`)
    .join('')
}

/** Undefined fields are left out, and so are elements that would be empty. */
export function xmlOf(element: XmlElement): string {
  return builder.build(fieldsOf(element))
}

function fieldsOf(element: XmlElement): object {
  return Object.fromEntries(
    Object.entries(element).flatMap(([name, value]) =>
      isEmpty(value) ? [] : [[name, built(value as NonNullable<XmlValue>)]],
    ),
  )
}

function built(value: NonNullable<XmlValue>): unknown {
  if (typeof value === 'string') return clean(value)
  if (Array.isArray(value)) return value.map(fieldsOf)
  if (!isText(value)) return fieldsOf(value as XmlElement)
  const attributes = Object.entries(value.attributes).map(([name, each]) => [
    ATTRIBUTE + name,
    each,
  ])
  return { ...Object.fromEntries(attributes), [TEXT]: clean(value.text) }
}

function isText(value: XmlValue): value is Extract<XmlValue, { attributes: object }> {
  return typeof value === 'object' && 'attributes' in value
}

function isEmpty(value: XmlValue): boolean {
  if (value === undefined || value === '') return true
  if (typeof value === 'string' || Array.isArray(value) || isText(value)) return false
  return Object.values(value).every((each) => isEmpty(each as XmlValue))
}

/** Characters that XML cannot hold, such as a line feed of a printer. */
const FORBIDDEN = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu

const clean = (text: string) => text.toWellFormed().replace(FORBIDDEN, ' ')
