import { badEncryptedFile } from '../../constructs/diagnostics.js';
import { diagnose } from '../../diagnostics/index.js';
import { printPath, valueAt } from '../../json/json-path.js';
import { SUBSTITUTE_MARK } from '../../substitution/is-disabled.js';
import { defineRule, placeIn } from '../rule.js';
import { ruleThatEncrypts } from '../sops/plain-texts.js';

/** Fields that the kustomization file may add to an encrypted object, as plain text. */
const added: readonly (readonly string[])[] = [
  ['metadata', 'namespace'],
  ['metadata', 'annotations', SUBSTITUTE_MARK],
];

/** Flux decrypts the values that the rule of a file selects, and fails if one is plain text. */
export const encryptedFileRule = defineRule([badEncryptedFile], ({ units }, report) => {
  for (const { objects } of units) {
    for (const object of objects) {
      if (object.copied === undefined) continue;
      const { json } = object.copied;
      for (const path of added) {
        if (valueAt(json, path) !== undefined || valueAt(object.json, path) === undefined) continue;
        const rule = ruleThatEncrypts(json, path);
        if (rule === undefined) continue;
        report(
          diagnose(badEncryptedFile, {
            message: `${object.title} gets ${printPath(path)} from synth, and ${rule} in its "sops" block says that it is encrypted: Flux can't decrypt the object`,
            at: placeIn(object, printPath(path)),
            fix: "encrypt only the values: sops encrypt --encrypted-regex '^(data|stringData)$' …",
          }),
        );
      }
    }
  }
});
