import { type Diagnostic, diagnose, formatValue } from '../diagnostics/index.js';
import type { AddonDefinition } from './addon.js';
import { type AddonInputs, describeInputs } from './describe-inputs.js';
import { nameFault } from './names.js';
import { validateFields } from './validate-fields.js';
import { validateShape } from './validate-shape.js';

/** What is known of a definition without running its `build`. */
export interface Inspection {
  readonly inputs: AddonInputs;
  readonly problems: readonly Diagnostic[];
  /** Its fields have their shapes, so that it can be built. */
  readonly isReadable: boolean;
}

const definitionPlaces = new WeakMap<AddonDefinition, () => string | undefined>();

/** Where a definition was written, for what is wrong with it. */
export const rememberDefinition = (definition: AddonDefinition, place: () => string | undefined): void => {
  definitionPlaces.set(definition, place);
};

const inspections = new WeakMap<AddonDefinition, Inspection>();

/** Reads a definition once; every cluster that uses the addon shares what is found. */
export const inspectAddon = (definition: AddonDefinition): Inspection => {
  const known = inspections.get(definition);
  if (known !== undefined) return known;
  const problems: Diagnostic[] = [];
  const refuse = (message: string, fix: string, path?: string) => {
    problems.push(diagnose('FX108', { message, fix, at: path === undefined ? {} : { path } }));
  };
  const report = (problem: Diagnostic) => problems.push(problem);
  const { name } = definition;
  const fault = nameFault(name);
  if (fault !== undefined) {
    report(
      diagnose('FX101', { message: `the addon name ${formatValue(name)} ${fault}`, fix: 'rename it in defineAddon' }),
    );
  }
  const isReadable = validateFields(definition, refuse);
  try {
    validateShape(definition, refuse, report);
  } catch (error) {
    // It reads fields whose shape was refused above; what it found before that counts.
    if (isReadable) throw error;
  }
  const inputs = isReadable && definition.infra !== undefined ? describeInputs(definition, report) : noInputs;
  const source = problems.length === 0 ? undefined : definitionPlaces.get(definition)?.();
  const at = { addon: String(definition.name), ...(source === undefined ? {} : { source }) };
  const inspection = {
    inputs,
    isReadable,
    problems: problems.map((problem) => ({ ...problem, at: { ...at, ...problem.at } })),
  };
  inspections.set(definition, inspection);
  return inspection;
};

const noInputs: AddonInputs = { vars: new Map(), values: new Map(), secrets: new Map() };
