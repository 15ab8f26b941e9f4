import { type Diagnostic, diagnose, formatValue } from '../diagnostics/index.js';
import { badImageMarker, markedRing, wrongImagePart } from './diagnostics.js';
import { fileAt } from './files.js';
import { isImagePolicyName, partOf, policyAlone } from './image-policy-name.js';

/** A value with the marker of an ImagePolicy behind it, by which Flux's automation finds it. */
export interface MarkedVersion {
  readonly list: 'versions' | 'images' | 'settings';
  readonly name: string;
  readonly value: string;
  /** Of the value, from 1. */
  readonly line: number;
  /** As the marker names it: `apps:web`, `apps:web:tag`. */
  readonly policy: string;
}

/** A value that may be marked. */
interface Valued extends Pick<MarkedVersion, 'list' | 'name' | 'value' | 'line'> {
  /** The later ring whose value it is. @default - that of the first ring */
  readonly ring?: string;
}

export interface FoundMarkers {
  /** Those by which Flux updates a value. */
  readonly marked: readonly MarkedVersion[];
  readonly problems: readonly Diagnostic[];
}

/** A comment that speaks of image policies; in front of it stands what it is behind of. */
const COMMENT = /^(.*?)(?:^|\s)#+\s*(.*image-?policy.*)$/i;

const EXAMPLE = '# {"$imagepolicy": "apps:web"}';

/** Finds the markers in a file of versions, as kyaml's setters do: in a comment behind the value, on its line. */
export const findMarkers = (text: string, values: readonly Valued[]): FoundMarkers => {
  const byLine = new Map(values.map((one) => [one.line, one]));
  const marked: MarkedVersion[] = [];
  const problems: Diagnostic[] = [];
  for (const { line, before, comment, policy } of commentsOnPolicies(text)) {
    const value = byLine.get(line);
    const isBehind = value !== undefined && standsAtEnd(value.value, before);
    const report = (
      definition: typeof badImageMarker | typeof markedRing | typeof wrongImagePart,
      message: string,
      fix: string,
    ) => problems.push(diagnose(definition, { message, at: { file: fileAt(line) }, fix }));
    if (policy === undefined) {
      // Prose about image policies is not a marker.
      if (value === undefined || !comment.includes('{')) continue;
      report(badImageMarker, `the comment isn't a marker that Flux reads: ${comment.trim()}`, `write it as ${EXAMPLE}`);
    } else if (!isImagePolicyName(policy)) {
      const meant = policy.replace('/', ':');
      const fix = isImagePolicyName(meant) ? `write "${meant}"` : 'write its namespace and its name: "apps:web"';
      report(badImageMarker, `the marker names ${formatValue(policy)}, which isn't "namespace:name"`, fix);
    } else if (value === undefined || !isBehind) {
      const fix = 'write it behind the value, on the line of its key alone';
      report(badImageMarker, `the marker of "${policy}" isn't behind a version or an image`, fix);
    } else if (value.list === 'settings') {
      report(badImageMarker, `the marker of "${policy}" is behind a setting, which has no image`, 'delete the marker');
    } else if (value.ring !== undefined) {
      const message = `the marker of "${policy}" makes Flux update ring "${value.ring}" of "${value.name}" without fluxspan promote`;
      report(markedRing, message, "mark the first ring's value alone, and promote it");
    } else {
      const fault = partFault(value, policy);
      if (fault === undefined) marked.push({ ...value, policy });
      else report(wrongImagePart, fault.message, fault.fix);
    }
  }
  return { marked, problems };
};

/** A comment that speaks of image policies. */
interface PolicyComment {
  /** From 1. */
  readonly line: number;
  /** What stands before it on its line. */
  readonly before: string;
  readonly comment: string;
  /** The policy of a marker; undefined for any other comment. */
  readonly policy: string | undefined;
}

export const commentsOnPolicies = (text: string): readonly PolicyComment[] =>
  text.split(/\r?\n/).flatMap((found, index): readonly PolicyComment[] => {
    const [, before = '', comment] = COMMENT.exec(found) ?? [];
    return comment === undefined ? [] : [{ line: index + 1, before, comment, policy: readMarker(comment) }];
  });

/** A value in a flow map has a brace behind it, and its comment belongs to the map. */
const standsAtEnd = (value: string, before: string): boolean => {
  const text = before.trimEnd();
  return [value, `"${value}"`, `'${value}'`].some((one) => text.endsWith(one));
};

/** The policy that a comment names, in the one form that kyaml reads: an object of texts, as JSON. */
const readMarker = (comment: string): string | undefined => {
  try {
    const marker = JSON.parse(comment) as Readonly<Record<string, unknown>> | null;
    const policy = marker?.['$imagepolicy'];
    const isRead = marker !== null && Object.values(marker).every((one) => typeof one === 'string');
    return isRead && typeof policy === 'string' && policy !== '' ? policy : undefined;
  } catch {
    return undefined;
  }
};

/** An image is the whole reference, a version a tag. */
const partFault = (
  { list, name }: Valued,
  policy: string,
): { readonly message: string; readonly fix: string } | undefined => {
  const [part, alone] = [partOf(policy), policyAlone(policy)];
  if (list === 'images' ? part === undefined : part === 'tag') return undefined;
  const written = { name: 'its repository', tag: 'a tag', digest: 'a digest' }[part ?? ''] ?? 'a whole image';
  return list === 'images'
    ? {
        message: `image "${name}" is a whole reference, and the marker "${policy}" makes Flux write ${written} alone`,
        fix: `write "${alone}", and read the part in code: image('${name}', '${part}')`,
      }
    : {
        message: `version "${name}" is marked with "${policy}", so Flux writes ${written} there`,
        fix: `write "${alone}:tag", or put the image into "images"`,
      };
};
