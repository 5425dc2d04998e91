import { perform } from "./actions.js";
import { file } from "./api.js";
import { button } from "./elements.js";

/** A link could not send the token, so the page fetches the file and hands it over. */
export const download = (label, path, name) => button(label, () => perform(label, async () => {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(await file(path));
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
    return name;
}), "plain");
