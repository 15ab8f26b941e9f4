import { defineDiagnostic, diagnose } from '../../diagnostics/index.js';
import { fieldsOf } from '../../json/as-shape.js';
import { joinPath } from '../../json/json-path.js';
import { parseQuantity } from '../../schema/update/quantity.js';
import { holdsExpression } from '../../substitution/holds-expression.js';
import { parseImage } from '../../versions/image-reference.js';
import { kustomizationSpecOf, runningPods } from '../context/pods.js';
import { defineRule, placeIn } from '../rule.js';

const imageName = defineDiagnostic({
  code: 'FX680',
  name: 'image-name',
  severity: 'error',
  summary: "A container's image isn't a valid reference, so its pods never start.",
  page: {
    example: "image: 'https://registry.example.org/Web:1.0.0'",
    flux: "nothing: the pod reports InvalidImageName: couldn't parse image name: invalid reference format",
    right: "image: 'registry.example.org/web:1.0.0'",
  },
  exceptable: true,
});

const milliBytes = defineDiagnostic({
  code: 'FX681',
  name: 'milli-bytes',
  severity: 'warning',
  summary: 'A container requests or limits memory in thousandths of a byte: "m" is milli, "Mi" is mebibytes.',
  page: {
    example: "limits: { memory: '512m' }",
    flux: 'nothing: the limit is rounded up to one byte, and no container starts with that',
    right: "limits: { memory: '512Mi' }",
  },
  exceptable: true,
});

const MEBIBYTE = 1024n ** 2n * 10n ** 9n;

/** A kubelet can run the containers of pods: image names and quantities are valid. */
export const podValuesRule = defineRule([imageName, milliBytes], (_, report, { index }) => {
  // The Kustomization may replace the name.
  const hasImages = (unit: string) => kustomizationSpecOf(index, unit)['images'] !== undefined;
  for (const { object, containers } of runningPods(index)) {
    const { title, unit } = object;
    for (const { path, name, json } of containers) {
      const { image, resources } = json;
      // Another rule has a Pod itself; the API server looks at the image of no other object, only at the pods from it.
      const isReference =
        typeof image !== 'string' ||
        image === '' ||
        (object.kind === 'Pod' && image !== image.trim()) ||
        parseImage(image) !== undefined;
      if (!isReference && image.length <= 1024 && !holdsExpression(image) && !hasImages(unit)) {
        const wanted = image
          .trim()
          .replace(/^[a-z]+:\/\//i, '')
          .toLowerCase();
        report(
          diagnose(imageName, {
            message: `${title}: ${JSON.stringify(image)}, the image of container "${name}", isn't a valid reference`,
            at: placeIn(object, `${path}.image`),
            fix: parseImage(wanted) === undefined ? 'write it as registry.example.org/web:1.0.0' : `write "${wanted}"`,
          }),
        );
      }
      for (const field of ['requests', 'limits']) {
        for (const resource of ['memory', 'ephemeral-storage']) {
          const amount = fieldsOf(fieldsOf(resources)[field])[resource];
          if (typeof amount !== 'string' || !amount.endsWith('m') || (parseQuantity(amount) ?? MEBIBYTE) >= MEBIBYTE)
            continue;
          report(
            diagnose(milliBytes, {
              message: `${title}: ${resource} "${amount}" of container "${name}" is thousandths of a byte`,
              at: placeIn(object, joinPath(`${path}.resources.${field}`, resource)),
              fix: `write "${amount.replace('m', 'Mi')}"`,
            }),
          );
        }
      }
    }
  }
});
