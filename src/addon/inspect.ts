import { type Diagnostic, diagnose, formatValue } from '../diagnostics/index.js';
import type { AddonInstance, InstanceData } from './addon.js';
import type { AddonDefinition } from './addon-definition.js';
import { describeInputs, describeOutputs } from './describe-inputs.js';
import { addonDefinition, addonName } from './diagnostics.js';
import type { AddonInputs, Inspection } from './inspection.js';
import { nameFault } from './names.js';
import { readUses } from './uses.js';
import { validateFields } from './validate-fields.js';
import { validateShape } from './validate-shape.js';

/**
 * Gives a function that inspects a definition the first time it is called: every cluster that uses the addon shares what
 * is found.
 *
 * @param place where the definition was written
 */
export const inspectOnce = (definition: AddonDefinition, place: () => string | undefined): (() => Inspection) => {
  let inspection: Inspection | undefined;
  return () => {
    inspection ??= inspectDefinition(definition, place);
    return inspection;
  };
};

/** What is known of an instance's definition without running its `build`. */
export const inspectionOf = (instance: AddonInstance): Inspection => (instance as unknown as InstanceData).inspect();

const inspectDefinition = (definition: AddonDefinition, place: () => string | undefined): Inspection => {
  const problems: Diagnostic[] = [];
  const refuse = (message: string, fix: string, path?: string) => {
    problems.push(diagnose(addonDefinition, { message, fix, at: path === undefined ? {} : { path } }));
  };
  const report = (problem: Diagnostic) => problems.push(problem);
  let hasUsableNames = true;
  const refuseName = (message: string, fix: string, path?: string) => {
    hasUsableNames = false;
    report(diagnose(addonName, { message, fix, at: path === undefined ? {} : { path } }));
  };
  const { name } = definition;
  const fault = nameFault(name);
  if (fault !== undefined) refuseName(`the addon name ${formatValue(name)} ${fault}`, 'rename it in defineAddon');
  const isReadable = validateFields(definition, refuse);
  try {
    validateShape(definition, refuse, refuseName);
  } catch (error) {
    // It reads fields whose shape was refused above; what it found before that counts.
    if (isReadable) throw error;
  }
  const inputs = isReadable && definition.infra !== undefined ? describeInputs(definition, report) : noInputs;
  const outputs = isReadable ? describeOutputs(definition, report) : new Map();
  readUses(definition, refuse);
  const source = problems.length === 0 ? undefined : place();
  const at = { addon: String(definition.name), ...(source === undefined ? {} : { source }) };
  return {
    inputs,
    outputs,
    hasUsableNames,
    isReadable,
    place,
    problems: problems.map((problem) => ({ ...problem, at: { ...at, ...problem.at } })),
  };
};

const noInputs: AddonInputs = { vars: new Map(), values: new Map(), secrets: new Map() };
