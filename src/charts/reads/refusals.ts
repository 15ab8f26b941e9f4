import { isObject } from '../../json/is-object.js';
import { isJsonArray, type Json } from '../../json/json-value.js';
import { type Shape, shape } from '../shape.js';
import type { ValuesNode } from './abstract-value.js';

/** What a template takes for false. */
const FALSY: readonly Json[] = [false, '', 0, [], {}];

const isFalsy = (value: Json): boolean =>
  isJsonArray(value) ? value.length === 0 : isObject(value) ? Object.keys(value).length === 0 : !value;

/**
 * The shape of a value with which templates fail; undefined where some value does more than that.
 *
 * @param nodes the paths that templates read it by
 * @param isListed whether it is read by its name alone, and by nothing that reads the map around it
 */
export const refusedShape = (
  nodes: readonly ValuesNode[],
  defaults: readonly Json[],
  isListed: boolean,
): Shape | undefined => {
  const isGuarded = isListed && nodes.every(({ isRead, guards }) => !isRead && guards.length > 0);
  const guards = nodes
    .flatMap((node) => node.guards)
    .filter(({ isSure }) => isGuarded || (isSure && nodes.length === 1));
  if (guards.length === 0) return undefined;
  // A template doesn't fail with the chart's own defaults.
  const isPresence = guards.some((guard) => guard.isPresence);
  if (isPresence ? defaults.length > 0 : !defaults.every(isFalsy)) return undefined;
  const sure = nodes.length === 1 ? guards.filter((guard) => guard.isSure && guard.isPresence === isPresence) : [];
  const { text = '' } = (sure.length > 0 ? sure : guards).find((guard) => guard.text !== undefined) ?? {};
  const refusal = { text: text.replace(/\s+/g, ' ').trim(), isSure: sure.length > 0 };
  return shape(['null'], { literals: isPresence ? [] : FALSY, refusal });
};
