import { isObject } from '../../json/is-object.js';
import type { Schema, SchemaWalk } from './schema-walk.js';

const UPSTREAM = 'ValidateCustomResourceDefinitionOpenAPISchema';

/** `x-kubernetes-*` of one schema. */
export const checkExtensions = (walk: SchemaWalk, schema: Schema): void => {
  const refuse = (below: readonly (string | number)[], message: string, fix: string): void =>
    walk.refuse(below, message, fix, UPSTREAM);
  const isOpen = schema['x-kubernetes-preserve-unknown-fields'];
  if (isOpen === false) refuse(['x-kubernetes-preserve-unknown-fields'], "can't be false", 'remove it');
  if (schema['x-kubernetes-int-or-string'] === true) {
    for (const key of ['x-kubernetes-preserve-unknown-fields', 'x-kubernetes-embedded-resource']) {
      if (schema[key] === true) refuse([key], 'is set beside "x-kubernetes-int-or-string"', 'remove one of them');
    }
  }
  const mapType = schema['x-kubernetes-map-type'];
  if (typeof mapType === 'string') {
    if (schema['type'] !== 'object')
      refuse(['type'], 'must be "object" with "x-kubernetes-map-type"', 'set type: object');
    if (mapType !== 'atomic' && mapType !== 'granular') {
      refuse(['x-kubernetes-map-type'], 'takes "atomic" or "granular"', 'use one of them');
    }
  }
  checkListType(schema, refuse);
};

type Refuse = (below: readonly (string | number)[], message: string, fix: string) => void;

const checkListType = (schema: Schema, refuse: Refuse): void => {
  const listType = schema['x-kubernetes-list-type'];
  const keys = Array.isArray(schema['x-kubernetes-list-map-keys']) ? schema['x-kubernetes-list-map-keys'] : [];
  if (keys.length > 0 && listType !== 'map') {
    refuse(
      ['x-kubernetes-list-type'],
      'must be "map" with "x-kubernetes-list-map-keys"',
      'set x-kubernetes-list-type: map',
    );
  }
  if (typeof listType !== 'string') return;
  if (!['atomic', 'set', 'map'].includes(listType)) {
    refuse(['x-kubernetes-list-type'], 'takes "atomic", "set" or "map"', 'use one of them');
  }
  if (schema['type'] !== 'array') {
    refuse(['type'], 'must be "array" with "x-kubernetes-list-type"', 'set type: array');
    return;
  }
  const items = isObject(schema['items']) ? schema['items'] : undefined;
  if (listType !== 'atomic' && items?.['nullable'] === true) {
    refuse(['items', 'nullable'], `can't be true in a list of type "${listType}"`, 'remove it');
  }
  if (listType === 'set' && items !== undefined) {
    if (items['type'] === 'object' && items['x-kubernetes-map-type'] !== 'atomic') {
      refuse(['items', 'x-kubernetes-map-type'], 'must be "atomic" in a set', 'set x-kubernetes-map-type: atomic');
    }
    const inner = items['x-kubernetes-list-type'];
    if (items['type'] === 'array' && inner !== undefined && inner !== 'atomic') {
      refuse(['items', 'x-kubernetes-list-type'], 'must be "atomic" in a set', 'set x-kubernetes-list-type: atomic');
    }
  }
  if (listType === 'map') checkMapKeys(keys, items, refuse);
};

const checkMapKeys = (keys: readonly unknown[], items: Schema | undefined, refuse: Refuse): void => {
  const at = ['x-kubernetes-list-map-keys'];
  if (keys.length === 0) refuse(at, 'is required for a list of type "map"', 'list the fields that tell items apart');
  if (new Set(keys).size < keys.length) refuse(at, 'has an entry twice', 'remove one of the two');
  if (items === undefined) return;
  if (items['type'] !== 'object') {
    refuse(['items', 'type'], 'must be "object" in a list of type "map"', 'set type: object');
    return;
  }
  const properties = isObject(items['properties']) ? items['properties'] : {};
  const required = Array.isArray(items['required']) ? items['required'] : [];
  for (const key of keys) {
    if (typeof key !== 'string') continue;
    const property = Object.hasOwn(properties, key) ? properties[key] : undefined;
    if (!isObject(property)) {
      refuse(at, `has "${key}", which isn't a field of the items`, 'name a field of the items');
      continue;
    }
    const path = ['items', 'properties', key];
    if (property['type'] === 'array' || property['type'] === 'object') {
      refuse([...path, 'type'], "can't be that of a list's key", 'use a string, number or boolean');
    }
    if (!required.includes(key) && (property['default'] ?? undefined) === undefined) {
      refuse(
        [...path, 'default'],
        "is required, since the field is a list's key and may be left out",
        'add the field to "required"',
      );
    }
    if (property['nullable'] === true) refuse([...path, 'nullable'], "can't be true for a list's key", 'remove it');
  }
};
