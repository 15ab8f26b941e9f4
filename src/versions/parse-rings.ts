import { formatValue, suggest } from '../diagnostics/index.js';
import type { ScalarNode, YamlNode } from '../yaml/yaml-node.js';
import { mapOf, type Refuse } from './map-of.js';
import { RING_NAME } from './ring.js';

/** What a setting may be: its type in code is that of its value in versions.yaml. */
export type SettingValue = string | number | boolean;

/** A value as it is written. */
export interface ReadValue {
  readonly value: string;
  /** Of a setting: what it means. */
  readonly setting?: SettingValue;
}

/** Why a ring doesn't get the next value yet. */
export interface Hold {
  readonly by: string;
  readonly reason: string;
  /** The last day of it: `2026-12-10`. */
  readonly until: string;
  /** Of its key, from 1. */
  readonly line: number;
}

/** What a later ring has of an entry. */
export interface RingEntry extends ReadValue {
  /** Of the value, from 1. */
  readonly line: number;
  /** Of the ring's name, from 1. */
  readonly keyLine: number;
  readonly hold: Hold | undefined;
}

/** The field with a ring's value. Bots know the field of the first ring, and leave this one alone. */
export const PROMOTED = 'promoted';

/** What `rings` says for an entry that all rings get at once, on purpose. */
export const TOGETHER = 'together';

export type RingEntries = ReadonlyMap<string, RingEntry> | typeof TOGETHER;

/**
 * Reads `rings` of an entry: the value of each later ring by the ring's name, with a hold if there is one.
 *
 * @param what whose it is: `version "podinfo"`
 * @param read reads a value as the entry's own is read; undefined where it has reported what is wrong
 */
export const parseRings = (
  what: string,
  node: YamlNode,
  read: (node: ScalarNode, what: string) => ReadValue | undefined,
  refuse: Refuse,
): RingEntries | undefined => {
  if (node.kind === 'scalar' && node.value === TOGETHER) return TOGETHER;
  if (node.kind === 'scalar') {
    refuse(
      node,
      `${what} has no map as "rings"`,
      `write the name of each later ring, and below it ${PROMOTED}: and its value; or rings: ${TOGETHER}`,
    );
    return undefined;
  }
  const found = new Map<string, RingEntry>();
  for (const [name, { at, value: member }] of mapOf(node, `"rings" of ${what}`, refuse) ?? []) {
    const which = `ring "${name}" of ${what}`;
    if (!RING_NAME.test(name)) {
      refuse(at, `"${name}" in "rings" of ${what} isn't the name of a ring`, 'write it as `rollout` of the app does');
      continue;
    }
    if (member.kind === 'scalar') {
      const value = member.value === '' ? '…' : member.value;
      refuse(
        at,
        `${which} has no field "${PROMOTED}"`,
        `write ${name}: and below it, indented, ${PROMOTED}: ${value}; then no two values are on adjacent lines`,
      );
      continue;
    }
    const members = mapOf(member, which, refuse);
    if (members === undefined) continue;
    for (const [key, one] of members) {
      if (key !== PROMOTED && key !== 'hold')
        refuse(one.at, `${which} has no field "${key}"`, suggest(key, [PROMOTED, 'hold']));
    }
    const promoted = members.get(PROMOTED)?.value;
    const given = members.get('hold');
    const hold = given === undefined ? undefined : parseHold(which, given.at, given.value, refuse);
    if (promoted?.kind !== 'scalar' || promoted.start === undefined) {
      refuse(promoted ?? at, `${which} has no text as "${PROMOTED}"`, `write ${PROMOTED}: and the value`);
      continue;
    }
    const value = read(promoted, which);
    if (value === undefined || (given !== undefined && hold === undefined)) continue;
    const keyLine = (at.start?.line ?? 0) + 1;
    found.set(name, { ...value, line: promoted.start.line + 1, keyLine, hold });
  }
  return found;
};

const HOLD = "hold: { by: ada, reason: 'load test', until: 2026-12-10 }";

const parseHold = (which: string, key: ScalarNode, node: YamlNode, refuse: Refuse): Hold | undefined => {
  const what = `the hold of ${which}`;
  if (node.kind === 'scalar') {
    refuse(key, `${what} isn't a map`, `write ${HOLD}`);
    return undefined;
  }
  const members = mapOf(node, what, refuse);
  if (members === undefined) return undefined;
  let isGood = true;
  const wrong = (at: YamlNode | undefined, message: string, fix: string) => {
    isGood = false;
    refuse(at, message, fix);
  };
  for (const [name, { at }] of members) {
    if (!['by', 'reason', 'until'].includes(name))
      wrong(at, `${what} has no field "${name}"`, suggest(name, ['by', 'reason', 'until']));
  }
  const text = (name: 'by' | 'reason' | 'until', needs: string): string => {
    const value = members.get(name)?.value;
    if (value?.kind === 'scalar' && value.value.trim() !== '') return value.value.trim();
    wrong(members.get(name)?.at ?? key, `${what} ${needs}`, `write ${HOLD}`);
    return '';
  };
  const by = text('by', "doesn't say by whom");
  const reason = text('reason', 'has no reason');
  // YAML 1.1 makes a time of a date without quotes.
  const until = text('until', 'has no date').replace(/T00:00:00Z$/, '');
  if (until !== '' && !isDate(until))
    wrong(
      members.get('until')?.value,
      `${what} is until ${formatValue(until)}, which isn't a date`,
      'write the last day of it as 2026-12-10',
    );
  return isGood ? { by, reason, until, line: (key.start?.line ?? 0) + 1 } : undefined;
};

const isDate = (text: string): boolean => {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return false;
  const time = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
};
