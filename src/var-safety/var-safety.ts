import { hash } from 'node:crypto';
import { isNumeric, type JsonSchema, patternsOf } from '../contract/index.js';
import { Automaton, findCommon } from './automaton.js';
import { parseRegex, UnreadRegex } from './regex.js';

/** What earlier runs of this build have proven, by the hash of the question. */
export interface Proofs {
  has(key: string): boolean;
  add(key: string): void;
}

/** Says which values the types of vars let through, and remembers what it has found. */
export interface VarSafety {
  /**
   * A value that an input's type lets through and in which `hazard` matches; undefined where the type rules it out, which
   * is proven: from the patterns' languages, not from samples. Where nothing can be proven, the answer is `hazard`'s own
   * example.
   */
  possibleValue(schema: JsonSchema, hazard: string): string | undefined;
}

/** The shortest of some texts in which a hazard matches. */
const firstIn = (texts: readonly string[], hazard: string): string | undefined => {
  const matcher = new RegExp(hazard, 'u');
  let found: string | undefined;
  for (const text of texts) if ((found === undefined || text.length < found.length) && matcher.test(text)) found = text;
  return found;
};

/** Undefined where the pattern is not read. */
const tryMake = (source: string): Automaton | undefined => {
  try {
    return new Automaton(parseRegex(source));
  } catch (error) {
    if (!(error instanceof UnreadRegex)) throw error;
    return undefined;
  }
};

const search = (
  schema: JsonSchema,
  hazard: string,
  automatonOf: (source: string) => Automaton | undefined,
): string | undefined => {
  if (schema.enum !== undefined) return firstIn(schema.enum.map(String), hazard);
  // As Terraform writes them: digits, a sign, a point, an exponent; true, false.
  if (isNumeric(schema) || schema.type === 'boolean') return undefined;
  const patterns = patternsOf(schema).flatMap((pattern) => automatonOf(pattern) ?? []);
  const found = findCommon([...patterns, automatonOf(hazard)!]);
  if (typeof found === 'object') return found.text;
  if (found === undefined) return undefined;
  const own = findCommon([automatonOf(hazard)!]);
  return typeof own === 'object' ? own.text : '';
};

/**
 * Each pattern's automaton is made once, and each question is answered once.
 *
 * @param proofs remembers from run to run what a type rules out: the proof takes longer than all else that a var costs
 */
export const openVarSafety = (proofs?: Proofs): VarSafety => {
  const automata = new Map<string, Automaton | undefined>();
  const answers = new Map<string, string | undefined>();
  const automatonOf = (source: string): Automaton | undefined => {
    if (!automata.has(source)) automata.set(source, tryMake(source));
    return automata.get(source);
  };
  const searchOnce = (key: string, schema: JsonSchema, hazard: string): string | undefined => {
    if (proofs === undefined) return search(schema, hazard, automatonOf);
    const proof = hash('sha256', `ruled out: ${key}`, 'base64url');
    if (proofs.has(proof)) return undefined;
    const found = search(schema, hazard, automatonOf);
    if (found === undefined) proofs.add(proof);
    return found;
  };
  return {
    possibleValue: (schema, hazard) => {
      const key = JSON.stringify([schema.type, schema.enum, patternsOf(schema), hazard]);
      if (!answers.has(key)) answers.set(key, searchOnce(key, schema, hazard));
      return answers.get(key);
    },
  };
};
