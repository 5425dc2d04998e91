// Lints openapi.json with the rules of redocly.yaml; fails at the first finding of any severity.
import { formatProblems, getTotals, lint, loadConfig } from "@redocly/openapi-core";

const config = await loadConfig({ configPath: "redocly.yaml" });
const problems = await lint({ ref: "../../main/resources/openapi.json", config });
const totals = getTotals(problems);
formatProblems(problems, { totals, format: "stylish" });
process.exit(problems.length === 0 ? 0 : 1);
