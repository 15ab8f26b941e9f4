import { hash } from 'node:crypto';
import { type JsonSchema, patternsOf } from '../contract/index.js';
import { Automaton, findCommon } from './automaton.js';
import { literal, parseRegex, type Regex, UnreadRegex } from './regex.js';

const automata = new Map<string, Automaton | undefined>();

/** The automaton of a pattern, made once; undefined where the pattern is not read. */
const automatonOf = (source: string): Automaton | undefined => {
  if (!automata.has(source)) {
    try {
      automata.set(source, new Automaton(parseRegex(source)));
    } catch (error) {
      if (!(error instanceof UnreadRegex)) throw error;
      automata.set(source, undefined);
    }
  }
  return automata.get(source);
};

const exactly = (texts: readonly string[]): Automaton => {
  const parts = texts.map(
    (text): Regex => ({ kind: 'sequence', parts: [{ kind: 'start' }, literal(text), { kind: 'end' }] }),
  );
  return new Automaton({ kind: 'choice', parts });
};

const answers = new Map<string, string | undefined>();

/** What earlier runs of this build have proven, by the hash of the question. */
export interface Proofs {
  has(key: string): boolean;
  add(key: string): void;
}
let proofs: Proofs | undefined;

/** Remembers from run to run what a type rules out: the proof takes longer than all else that a var costs. */
export const keepProofs = (store: Proofs | undefined): void => {
  proofs = store;
};

/**
 * A value that an input's type lets through and in which `hazard` matches; undefined where the type rules it out, which
 * is proven: from the patterns' languages, not from samples. Where nothing can be proven, the answer is `hazard`'s own
 * example.
 */
export const possibleValue = (schema: JsonSchema, hazard: string): string | undefined => {
  const key = JSON.stringify([schema.type, schema.enum, patternsOf(schema), hazard]);
  if (!answers.has(key)) answers.set(key, searchOnce(key, schema, hazard));
  return answers.get(key);
};

const searchOnce = (key: string, schema: JsonSchema, hazard: string): string | undefined => {
  if (proofs === undefined) return search(schema, hazard);
  const proof = hash('sha256', `ruled out: ${key}`, 'base64url');
  if (proofs.has(proof)) return undefined;
  const found = search(schema, hazard);
  if (found === undefined) proofs.add(proof);
  return found;
};

const search = (schema: JsonSchema, hazard: string): string | undefined => {
  if (schema.enum !== undefined) {
    const found = findCommon([exactly(schema.enum.map(String)), automatonOf(hazard)!]);
    return typeof found === 'object' ? found.text : undefined;
  }
  // As Terraform writes them: digits, a sign, a point, an exponent; true, false.
  if (schema.type === 'number' || schema.type === 'boolean') return undefined;
  const patterns = patternsOf(schema).flatMap((pattern) => automatonOf(pattern) ?? []);
  const found = findCommon([...patterns, automatonOf(hazard)!]);
  if (typeof found === 'object') return found.text;
  if (found === undefined) return undefined;
  const own = findCommon([automatonOf(hazard)!]);
  return typeof own === 'object' ? own.text : '';
};
