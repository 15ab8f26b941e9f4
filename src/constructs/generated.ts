/** What generated classes are made of; `fluxspan` exports it all, for those that `fluxspan import crd` writes. */
export type { Ref } from '../contract/ref.js';
export type { Duration, LongDuration } from './duration.js';
export { Manifest } from './manifest.js';
export type { NamespacedProps, ObjectProps } from './object-props.js';
export type { ObjectRef, ReferenceFields, SecretObject } from './reference.js';
