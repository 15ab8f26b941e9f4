import { ApiObject } from 'cdk8s';
import type { IConstruct } from 'constructs';
import { rememberPlace } from '../diagnostics/index.js';
import { Manifest } from './manifest.js';
import { isHiddenId } from './name-after-id.js';

const PLACE = Symbol.for('fluxspan.constructPlace');

/** The constructors of cdk8s-plus and constructs, and what called them, are up to so many functions. */
const FRAMES = 14;

/** What is being constructed has no brand yet, and cdk8s' `instanceof` asks for one. */
const isMadeBy = ({ prototype }: { readonly prototype: object }, child: object): boolean =>
  Object.prototype.isPrototypeOf.call(prototype, child);

/** The part of a node that a construct is added by; it isn't in the declarations of `constructs`. */
interface AddsChildren {
  addChild?: (child: IConstruct, id: string) => void;
}

/**
 * Remembers which line makes each construct below one. cdk8s keeps no such thing, and calls nothing of ours when an object
 * with a name is made, so this listens where the tree grows. If `constructs` grows it in another way, no line is known.
 */
export const rememberConstructPlaces = (parent: IConstruct): void => {
  const node = parent.node as unknown as AddsChildren;
  const { addChild } = node;
  if (typeof addChild !== 'function') return;
  const add = (child: IConstruct, id: string): void => {
    addChild.call(node, child, id);
    // Ours remember their own places.
    if (isMadeBy(Manifest, child)) return;
    if (!isHiddenId(id)) Object.defineProperty(child, PLACE, { value: rememberPlace(FRAMES) });
    // An object has no children that are of interest. Anything else has no node before the node has been added.
    if (isMadeBy(ApiObject, child)) return;
    Object.defineProperty(child, 'node', {
      configurable: true,
      enumerable: true,
      get: () => undefined,
      set: (value: unknown) => {
        Object.defineProperty(child, 'node', { configurable: true, enumerable: true, writable: true, value });
        rememberConstructPlaces(child);
      },
    });
  };
  Object.defineProperty(node, 'addChild', { value: add });
};

/** The line of the user's code that made an object or what it is part of; undefined where that is not known. */
export const placeOfConstruct = (construct: IConstruct): string | undefined => {
  if (Manifest.isManifest(construct)) return Manifest.placeOf(construct);
  for (let at: IConstruct | undefined = construct; at !== undefined; at = at.node.scope) {
    const place = (at as { readonly [PLACE]?: ReturnType<typeof rememberPlace> })[PLACE];
    if (place !== undefined) return place();
  }
  return undefined;
};
