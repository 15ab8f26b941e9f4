/**
 * The one reader of Terraform: HCL by {@link openTerraformReader}, plans, states and exports of other tools by
 * {@link readTerraformArtifact}. Both give a {@link TerraformRead}.
 */
export { readTerraformArtifact } from './artifacts/read-artifact.js';
export { openTerraformReader, type TerraformReader, type TerraformRoot } from './read-root.js';
export { loadHclParser, type ParseHcl } from './source/parse-hcl.js';
export { isTerraformFile, type TerraformFiles } from './source/read-module-files.js';
export type {
  PartialMap,
  RemovedBlock,
  ResourceAction,
  SourceLine,
  TerraformCall,
  TerraformOutput,
  TerraformProvider,
  TerraformRead,
  TerraformResource,
  UnseenModule,
} from './terraform.js';
export { textWithMarks } from './text-with-marks.js';
export { HIDDEN, UNKNOWN } from './unknown.js';
