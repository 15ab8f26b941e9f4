import { outputNotWritten } from '../../addon/diagnostics.js';
import { isVarName } from '../../addon/names.js';
import { readUses } from '../../addon/uses.js';
import { FLUX_NAMESPACE, outputObjectOf } from '../../contract/index.js';
import { type Diagnostic, diagnose, nameSome, nearest } from '../../diagnostics/index.js';
import { listNames } from '../../diagnostics/list-names.js';
import type { FluxVersion } from '../../flux/flux-version.js';
import { fieldsOf, objectsOf } from '../../json/as-shape.js';
import { dataWrittenFor } from '../../knowledge/written-data.js';
import { isSecretKey } from '../../redaction/secret-keys.js';
import type { CompiledAddon } from '../compiled-cluster.js';
import {
  clearOutput,
  optionalOutput,
  outputNotAwaited,
  outputNotRead,
  outputPlace,
  usesConflict,
  usesNamespace,
} from './diagnostics.js';
import { listedProblems } from './listed-problems.js';
import { findNamedReads, type NamedReads } from './named-reads.js';
import type { OutputReads } from './output-reads.js';

/** What is wrong between the addons that produce outputs and those that read them. */
export const outputProblems = (
  addons: readonly CompiledAddon[],
  reads: OutputReads,
  flux: FluxVersion,
): readonly Diagnostic[] => {
  const listed = listedProblems(addons);
  if (addons.every(({ built }) => built.outputs.length === 0 && built.instance.definition.uses === undefined))
    return listed;
  const owners = new Map<string, string>();
  const byName = new Map(addons.map((one) => [one.built.name, one]));
  const named = findNamedReads(addons);
  return [
    ...listed,
    ...addons.flatMap((addon) => [
      ...placeProblems(addon, addons, owners),
      ...writtenProblems(addon),
      ...unreadOutputs(addon, reads, named),
      ...earlyReaders(addon, reads),
      ...useProblems(addon, byName, reads, named),
      ...optionalSources(addon, reads, flux === '2.9'),
      ...clearTexts(addon, reads),
    ]),
  ];
};

/** An object has one writer. */
const placeProblems = (
  { built }: CompiledAddon,
  addons: readonly CompiledAddon[],
  owners: Map<string, string>,
): readonly Diagnostic[] => {
  const objects = new Map(built.outputs.map((one) => [outputObjectOf(one), one]));
  return [...objects].flatMap(([id, { kind, name, namespace, isMadeEmpty, key }]) => {
    const at = { addon: built.name, path: `outputs.${key}` };
    const before = owners.get(id);
    owners.set(id, before ?? built.name);
    if (before !== undefined) {
      return diagnose(outputPlace, {
        message: `addons "${before}" and "${built.name}" both write their outputs to ${kind} "${name}" in namespace "${namespace}"`,
        at,
        fix: 'give one of them another name, or let each live in its own namespace: most producers write the object as a whole',
      });
    }
    if (isMadeEmpty) return [];
    const made = addons
      .flatMap(({ objects: all }) => all)
      .find((one) => one.kind === kind && one.group === '' && one.name === name && one.namespace === namespace);
    if (made === undefined) return [];
    return diagnose(outputPlace, {
      message: `addon "${made.addon}" makes ${kind} "${name}" in namespace "${namespace}", which the producer of addon "${built.name}" makes too`,
      at,
      notes: ['an operator refuses an object that it does not own, or Flux and the operator overwrite each other'],
      fix: `take the object out of \`build\`; a producer that needs an empty object gets one by outputs.fieldExport('${key}')`,
    });
  });
};

/** A Kustomization that waits for nothing is ready before its producer has written anything. */
const earlyReaders = ({ built }: CompiledAddon, reads: OutputReads): readonly Diagnostic[] => {
  const { wait, healthChecks } = built.settings;
  if (wait !== false || objectsOf(healthChecks).length > 0) return [];
  const objects = new Map(built.outputs.map((one) => [outputObjectOf(one), one]));
  return [...objects].flatMap(([id, { kind, name }]) => {
    const readers = [...(reads.get(id)?.values() ?? [])].flat().map(({ addon }) => addon);
    const others = [...new Set(readers)].filter((addon) => addon !== built.name);
    if (others.length === 0) return [];
    return diagnose(outputNotAwaited, {
      message: `addon "${built.name}" waits for nothing that it applies, so what reads its ${kind} "${name}" may start before that is written: ${nameSome(others, 5)}`,
      at: { addon: built.name, path: 'kustomization.wait' },
      notes: ['until then the Kustomization of the reader fails, and tries again after retryInterval'],
      fix: 'take out wait: false; or list the object that produces the values in healthChecks',
    });
  });
};

/** What an object of the addon says that it writes, as far as that is known. */
const writtenProblems = ({ built, objects }: CompiledAddon): readonly Diagnostic[] => {
  if (built.outputs.length === 0 || built.isPartial) return [];
  const written = objects.flatMap((object) =>
    dataWrittenFor(`${object.group}/${object.kind}`, fieldsOf(object.json['spec']), object.json).map((data) => ({
      id: outputObjectOf({
        kind: data.kind ?? 'Secret',
        namespace: data.namespace ?? object.namespace ?? '',
        name: data.name ?? object.name,
      }),
      keys: data.keys ?? [],
      title: object.title,
    })),
  );
  const texts = objects.map(({ json }) => JSON.stringify(json));
  return built.outputs.flatMap((one) => {
    const { key, kind, name } = one;
    const writers = written.filter(({ id }) => id === outputObjectOf(one));
    const keys = writers.flatMap((writer) => writer.keys);
    const at = { addon: built.name, path: `outputs.${key}` };
    if (writers.length === 0 && one.isByHand) {
      return diagnose(outputNotWritten, {
        message: `addon "${built.name}" declares the output "${key}", and nothing in its \`build\` writes it`,
        at,
        fix: `give \`outputs\` to the object that writes it: writeOutputsToSecret: outputs.secret(), or outputs.inConfigMap('${key}'); or take it out`,
      });
    }
    if (writers.length === 0) {
      // What isn't known to write an object must name it at least. An empty object of the addon doesn't count.
      const named = texts.filter((text) => text.includes(JSON.stringify(name).slice(1, -1))).length;
      if (named > (one.isMadeEmpty ? 1 : 0)) return [];
      return diagnose(outputNotWritten, {
        message: `addon "${built.name}" declares the output "${key}", and no object of its \`build\` names ${kind} "${name}"`,
        at,
        fix: 'give what `outputs` returns to the object that produces it',
      });
    }
    // Without keys, such a writer writes all that it has.
    if (keys.length === 0 || writers.some((writer) => writer.keys.length === 0) || keys.includes(key)) return [];
    const near = nearest(key, keys);
    return diagnose(outputNotWritten, {
      message: `addon "${built.name}" declares the output "${key}", and ${writers[0]!.title} writes only ${listNames(keys.map((one) => `"${one}"`))} to ${kind} "${name}"`,
      at,
      fix:
        near === undefined
          ? `let ${writers[0]!.title} write it, or take it out`
          : `write "${key}" there in place of "${near}"; or declare "${near}" in \`outputs\``,
    });
  });
};

const unreadOutputs = ({ built }: CompiledAddon, reads: OutputReads, named: NamedReads): readonly Diagnostic[] =>
  built.outputs.flatMap((one) =>
    (reads.get(outputObjectOf(one))?.get(one.key)?.length ?? 0) > 0 ||
    named({ id: outputObjectOf(one), key: one.key }) ||
    built.isPartial
      ? []
      : diagnose(outputNotRead, {
          message: `no addon of the cluster reads the output "${one.key}" of addon "${built.name}"`,
          at: { addon: built.name, path: `outputs.${one.key}` },
          severity: 'notice',
          fix: 'use it in an addon of a later stage, or take it out',
        }),
  );

const useProblems = (
  { built }: CompiledAddon,
  byName: ReadonlyMap<string, CompiledAddon>,
  reads: OutputReads,
  named: NamedReads,
): readonly Diagnostic[] => {
  const { name, kustomizationNamespace: home, inputs, settings } = built;
  const seen = new Map<string, string>();
  const inline = fieldsOf(fieldsOf(settings['postBuild'])['substitute']);
  return readUses(built.instance.definition).flatMap((use): readonly Diagnostic[] => {
    const at = { addon: name, path: `uses.${use.alias}` };
    const producer = byName.get(use.producer);
    // That it is missing or comes too late is reported as a requirement.
    if (producer === undefined || producer.built.stage >= built.stage) return [];
    if (producer.built.instance.definition !== use.definition) {
      return [
        diagnose(usesConflict, {
          message: `addon "${name}" uses an addon "${use.producer}" that is not the one of this cluster`,
          at,
          fix: 'give `uses` the addon that the cluster has: import it from the same module',
        }),
      ];
    }
    const problems: Diagnostic[] = [];
    const own = producer.built.outputs;
    const isNamed = own.some((one) => named({ id: outputObjectOf(one), key: one.key }, name));
    if (!use.asValues && use.home !== home) {
      problems.push(
        diagnose(usesNamespace, {
          message: `addon '${name}' uses vars of addon '${use.producer}', which writes them in the namespace '${use.home}', and Flux reads them in '${home}', where the Kustomization lives`,
          at,
          fix:
            use.home === FLUX_NAMESPACE
              ? 'leave the Kustomization in flux-system'
              : isNamed
                ? `give the addon kustomization: { namespace: '${use.home}' }: what it applies there reads the same object by name`
                : `give the addon kustomization: { namespace: '${use.home}' }, or "${use.producer}" the namespace '${home}'; what releases read is asValues(…)`,
        }),
      );
    }
    if (
      !built.isPartial &&
      problems.length === 0 &&
      !isNamed &&
      own.every((one) => !isReadBy(name, reads.get(outputObjectOf(one))?.get(one.key)))
    ) {
      problems.push(
        diagnose(outputNotRead, {
          message: `addon "${name}" uses addon "${use.producer}" and reads none of its outputs`,
          at,
          fix: `read uses.${use.alias}.${own[0]?.key ?? '…'} in \`build\`; or require it alone: requires: ['${use.producer}']`,
        }),
      );
    }
    for (const { key } of use.asValues ? [] : own.filter((one) => isVarName(one.key))) {
      const other = seen.get(key);
      const clash = inputs.vars.has(key)
        ? '`infra.vars`'
        : Object.hasOwn(inline, key)
          ? '`postBuild.substitute`'
          : other === undefined
            ? undefined
            : `addon "${other}"`;
      seen.set(key, use.producer);
      if (clash === undefined) continue;
      problems.push(
        diagnose(usesConflict, {
          message: `addon "${name}" gets the var "${key}" from addon "${use.producer}" and from ${clash}, and Flux keeps one of them`,
          at,
          fix: `rename the output "${key}" of one of them: a var has one value in a Kustomization`,
        }),
      );
    }
    return problems;
  });
};

const isReadBy = (addon: string, readers: readonly { readonly addon: string }[] | undefined): boolean =>
  readers?.some((one) => one.addon === addon) === true;

/** While an optional source is missing, Flux fails for want of a value; before 2.9, it takes an empty text. */
const optionalSources = (
  { built, entry }: CompiledAddon,
  reads: OutputReads,
  isStrict: boolean,
): readonly Diagnostic[] => {
  const own = entry.find(({ kind }) => kind === 'Kustomization');
  const { substituteFrom } = fieldsOf(fieldsOf(own?.json['spec'])['postBuild']);
  return objectsOf(substituteFrom).flatMap(({ kind, name, optional }, index) => {
    const id = outputObjectOf({ kind: String(kind), namespace: built.kustomizationNamespace, name: String(name) });
    if (optional !== true || !reads.has(id)) return [];
    return diagnose(optionalOutput, {
      message: `addon "${built.name}" reads ${String(kind)} "${String(name)}" as optional, and another addon produces it later`,
      at: { addon: built.name, object: own!.title, path: `spec.postBuild.substituteFrom[${index}]` },
      ...(isStrict ? { severity: 'notice' as const } : {}),
      notes: [
        isStrict
          ? 'that bridges nothing: Flux fails while a var has no value'
          : 'while it is missing, this Flux applies texts without the values, and reports that all is ready',
      ],
      fix: 'take `optional: true` out: Flux then waits until the producer has written it',
    });
  });
};

/** A secret that Flux puts into another object than a Secret is in clear text there. */
const clearTexts = ({ built }: CompiledAddon, reads: OutputReads): readonly Diagnostic[] =>
  built.outputs.flatMap((one) => {
    if (one.kind !== 'Secret' || !isSecretKey(one.key)) return [];
    const readers = (reads.get(outputObjectOf(one))?.get(one.key) ?? []).filter(
      ({ object }) => object !== undefined && !/^(Secret|HelmRelease)\//.test(object),
    );
    if (readers.length === 0) return [];
    const places = listNames([...new Set(readers.map(({ object }) => String(object)))]);
    return diagnose(clearOutput, {
      message: `the output "${one.key}" of addon "${built.name}" is secret by its name, and Flux puts it in clear text into ${places}`,
      at: { addon: built.name, path: `outputs.${one.key}` },
      fix: `let the pods read Secret "${one.name}" itself: secretKeyRef, or envFrom`,
    });
  });
