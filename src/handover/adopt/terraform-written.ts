import { posix } from 'node:path';
import type { ReadableTree } from '../../applied/base-tree.js';
import { type Diagnostic, diagnose } from '../../diagnostics/index.js';
import { literalParts } from '../../terraform/hcl/literal-parts.js';
import { terraformWrites } from '../diagnostics.js';

/** A Terraform resource in the repository that writes one of its files, or creates a namespace. */
export interface TerraformResource {
  /** `github_repository_file.crds`. */
  readonly address: string;
  /** The path of the `.tf` file, from the repository's root. */
  readonly path: string;
  /** The paths (from the root) or namespaces that it writes. */
  readonly writes: readonly string[];
}

const fileTypes: Readonly<Record<string, string>> = {
  github_repository_file: 'file',
  gitlab_repository_file: 'file_path',
};

/** Finds the Terraform resources of the repository that write one of `paths`, or create one of `namespaces`. */
export const findTerraformWriters = (
  tree: ReadableTree,
  paths: readonly string[],
  namespaces: readonly string[],
): readonly TerraformResource[] => {
  const sources = [...tree.blobs.keys()].filter((path) => path.endsWith('.tf')).sort();
  const found: TerraformResource[] = [];
  for (const [path, text] of tree.read(sources)) {
    for (const { type, name, body } of resourcesIn(text)) {
      const attribute = fileTypes[type];
      const writes =
        attribute !== undefined
          ? paths.filter((one) => mayWrite(expressionOf(body, attribute), one, text))
          : /^kubernetes_namespace(_v1)?$/.test(type)
            ? namespaces.filter((one) => mayWrite(expressionOf(body, 'name'), one, text))
            : [];
      if (writes.length > 0) found.push({ address: `${type}.${name}`, path, writes });
    }
  }
  return found;
};

/** Terraform would revert the first step, so it must forget these resources first. */
export const terraformDiagnostic = (cluster: string, resources: readonly TerraformResource[]): Diagnostic =>
  diagnose(terraformWrites, {
    message: `Terraform writes ${[...new Set(resources.flatMap(({ writes }) => writes))].map((one) => `"${one}"`).join(', ')}, and would undo what handover changes there`,
    at: { cluster, file: resources[0]!.path },
    notes: resources.flatMap(({ address }) => [
      'removed {',
      `  from = ${address}`,
      '  lifecycle {',
      '    destroy = false',
      '  }',
      '}',
    ]),
    fix: 'put these blocks in the place of the resources (Terraform 1.7; before that: terraform state rm), apply, then run handover again with --terraform-applied',
  });

const resourcesIn = function* (text: string): Generator<{ type: string; name: string; body: string }> {
  for (const match of text.matchAll(/^[ \t]*resource\s+"([a-z0-9_]+)"\s+"([\w-]+)"\s*\{/gm)) {
    let depth = 1;
    let at = match.index + match[0].length;
    const start = at;
    for (; at < text.length && depth > 0; at++) depth += text[at] === '{' ? 1 : text[at] === '}' ? -1 : 0;
    yield { type: match[1]!, name: match[2]!, body: text.slice(start, at - 1) };
  }
};

const expressionOf = (body: string, attribute: string): string | undefined =>
  new RegExp(`^[ \\t]*${attribute}[ \\t]*=(.+)$`, 'm').exec(body)?.[1]?.trim();

/** A template matches by its literal parts. Any other expression matches if its file has the wanted name. */
const mayWrite = (expression: string | undefined, wanted: string, text: string): boolean => {
  if (expression === undefined) return false;
  const literal = /^"(.*)"$/.exec(expression)?.[1];
  if (literal === undefined) return text.includes(posix.basename(wanted).replace(/\.ya?ml$/, ''));
  return holdsInOrder(literalParts(literal.replace(/^\.\//, '')), wanted);
};

/** Whether a text consists of these parts, with anything in between. */
const holdsInOrder = ([first = '', ...rest]: readonly string[], text: string): boolean => {
  const last = rest.pop();
  if (last === undefined) return text === first;
  if (!text.startsWith(first)) return false;
  let at = first.length;
  for (const part of rest) {
    const found = text.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return text.length >= at + last.length && text.endsWith(last);
};
