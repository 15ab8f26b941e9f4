import type { App, IResolver, ResolutionContext } from 'cdk8s';
import { isRef } from '../contract/ref.js';

const ACCEPTS_REFS = Symbol.for('fluxspan.acceptsRefs');

/**
 * Lets a number var stand where generated classes wrap a number or text, as in the `targetPort` of a Service: cdk8s's own
 * resolver of such wrappers takes nothing but plain numbers and texts.
 */
export const acceptRefsInUnions = ({ resolvers }: App): void => {
  const at = resolvers.length - 1;
  const own = resolvers[at];
  if (own === undefined || ACCEPTS_REFS in own) return;
  const resolver: IResolver = {
    resolve(context: ResolutionContext): void {
      const { value } = (context.value ?? {}) as { readonly value?: unknown };
      // What generated code reads of the result is its `value`.
      if (isRef(value) && context.value.constructor !== Object) context.replaceValue({ value });
      else own.resolve(context);
    },
  };
  // In its place: the number of resolvers says whether an app has some of its own.
  resolvers[at] = Object.defineProperty(resolver, ACCEPTS_REFS, { value: true });
};
