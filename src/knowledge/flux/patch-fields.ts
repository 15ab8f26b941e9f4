import { field, type LanguageField } from '../form/language-field.js';

/** The selector of patches and of ignore rules: regular expressions for whole values, and label selectors. */
export const selector = (path: string): readonly LanguageField[] => [
  ...['group', 'version', 'kind', 'name', 'namespace'].map((key) => field(`${path}.${key}`, 're2')),
  field(`${path}.labelSelector`, 'label-selector'),
  field(`${path}.annotationSelector`, 'label-selector'),
];

/** Patches of kustomize, inline. */
export const patches = (path: string): readonly LanguageField[] => [
  field(`${path}.patch`, 'patch'),
  ...selector(`${path}.target`),
];
