import { type AcceptedImage, shownField } from '../tree/image-lines.js';
import type { AppPlan } from '../tree/plan-app.js';

/** A value that Flux's image automation wrote into a file, and that stays. */
export interface AcceptedInFile extends AcceptedImage {
  /** Relative to the project. */
  readonly file: string;
}

export const acceptedIn = ({ clusters, layout }: Pick<AppPlan, 'clusters' | 'layout'>): readonly AcceptedInFile[] =>
  clusters.flatMap(({ accepted }) =>
    [...accepted].flatMap(([path, all]) => all.map((image) => ({ file: layout.inProject(path), ...image }))),
  );

/** `= k8s/…: Deployment/web … is "…:1.2.4" by ImagePolicy apps:web; the source says "…:1.2.3"` */
export const acceptedLine = ({ file, ...image }: AcceptedInFile): string =>
  `= ${file}: ${shownField(image)} is "${image.value}" by ImagePolicy ${image.policy}; the source says "${image.source}"`;
