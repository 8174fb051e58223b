// Writes XML in chunks. Elements are plain objects, whose fields are written in order.

import { XMLBuilder } from 'fast-xml-parser'

export type XmlElement = { readonly [name: string]: XmlValue }
type XmlValue =
  | string
  | undefined
  | XmlElement
  | readonly XmlElement[]
  | { readonly attributes: Readonly<Record<string, string>>; readonly text: string }

/** In the objects that the builder gets: the prefix of attributes, and the field with the text of an element. */
const ATTRIBUTE = '@'
const TEXT = '#'
const builder = new XMLBuilder({
  ignoreAttributes: false,
  attributeNamePrefix: ATTRIBUTE,
  textNodeName: TEXT,
})

/** The opening tags of a document. Each element of `names` contains the next, and `xmlEnd` closes them. */
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

/**
 * The text of the fields of `element`. Leaves out fields that are undefined or an empty string, and elements with no other
 * field, unless they are in a list.
 */
export function xmlOf(element: XmlElement): string {
  return builder.build(fieldsOf(element))
}

function fieldsOf(element: XmlElement): object {
  return Object.fromEntries(
    Object.entries(element).flatMap(([name, value]) =>
      isEmpty(value) ? [] : [[name, buildValue(value as NonNullable<XmlValue>)]],
    ),
  )
}

function buildValue(value: NonNullable<XmlValue>): unknown {
  if (typeof value === 'string') return clean(value)
  if (Array.isArray(value)) return value.map(fieldsOf)
  if (!isText(value)) return fieldsOf(value as XmlElement)
  const attributes = Object.entries(value.attributes).map(([name, attribute]) => [
    ATTRIBUTE + name,
    attribute,
  ])
  return { ...Object.fromEntries(attributes), [TEXT]: clean(value.text) }
}

function isText(value: XmlValue): value is Extract<XmlValue, { attributes: object }> {
  return typeof value === 'object' && 'attributes' in value
}

function isEmpty(value: XmlValue): boolean {
  if (value === undefined || value === '') return true
  if (typeof value === 'string' || Array.isArray(value) || isText(value)) return false
  return Object.values(value).every((field) => isEmpty(field as XmlValue))
}

/** Characters that XML cannot contain, such as a form feed. */
const FORBIDDEN = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu

const clean = (text: string) => text.toWellFormed().replace(FORBIDDEN, ' ')
