import type { Diagnostic } from '../../../diagnostics/index.js';
import { diagnose } from '../../../diagnostics/index.js';
import { isDeeperThan } from '../../../json/is-deeper-than.js';
import { isObject } from '../../../json/is-object.js';
import { terraformUnread } from '../../diagnostics.js';
import { evaluate, keyText } from '../expressions/evaluate.js';
import { parseTemplate } from '../expressions/parse-expression.js';
import type { Scope } from '../expressions/scope.js';
import { DEEPEST, locateBlocks } from '../source/locate-blocks.js';
import type { ParseHcl } from '../source/parse-hcl.js';
import type { TerraformFiles } from '../source/read-module-files.js';
import { UNKNOWN } from '../unknown.js';

/** Values of a root's variables. */
export interface GivenVariables {
  readonly values: ReadonlyMap<string, unknown>;
  readonly files: readonly string[];
  readonly problems: readonly Diagnostic[];
}

/** The files that Terraform reads by itself, later ones over earlier ones. */
const filesIn = (names: readonly string[]): readonly string[] => [
  ...names.filter((name) => name === 'terraform.tfvars'),
  ...names.filter((name) => name === 'terraform.tfvars.json'),
  ...names.filter((name) => /\.auto\.tfvars(?:\.json)?$/.test(name)).sort(),
];

const nothing: Scope = { resolve: () => ({ value: UNKNOWN, used: 0 }) };

/** Reads the values that terraform.tfvars and *.auto.tfvars give to variables. */
export const readGivenVariables = async (
  files: TerraformFiles,
  folder: string,
  parseHcl: ParseHcl,
): Promise<GivenVariables> => {
  const values = new Map<string, unknown>();
  const problems: Diagnostic[] = [];
  const paths = filesIn(files.list(folder) ?? []).map((name) => (folder === '' ? name : `${folder}/${name}`));
  for (const path of paths) {
    const text = files.read(path);
    const json = text === undefined ? undefined : await parseValues(path, text, parseHcl);
    if (json === undefined) {
      problems.push(
        diagnose(terraformUnread, {
          message: `Terraform's file "${path}" can't be read`,
          at: { file: path },
          notes: ['the variables that it sets are unknown'],
          fix: "run terraform validate in the file's folder, and correct the file",
        }),
      );
    } else for (const [name, value] of Object.entries(json)) values.set(name, read(value));
  }
  return { values, files: paths, problems };
};

const parseValues = async (
  path: string,
  text: string,
  parseHcl: ParseHcl,
): Promise<Readonly<Record<string, unknown>> | undefined> => {
  if (!path.endsWith('.json')) {
    if (locateBlocks(text).isTooDeep) return undefined;
    const parsed = await parseHcl(text);
    return parsed.ok ? parsed.json : undefined;
  }
  try {
    const json = JSON.parse(text) as unknown;
    return isObject(json) && !isDeeperThan(json, DEEPEST) ? json : undefined;
  } catch {
    return undefined;
  }
};

const read = (value: unknown): unknown => {
  if (typeof value === 'string') return evaluate(parseTemplate(value), nothing);
  if (Array.isArray(value)) return value.map(read);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, one]) => {
      const name = keyText(key.includes('${') ? evaluate(parseTemplate(key), nothing) : key);
      return name === undefined ? [] : [[name, read(one)] as const];
    }),
  );
};
