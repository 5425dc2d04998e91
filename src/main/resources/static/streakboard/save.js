/** Has the browser save what the API answers: a link could not show who asks. */
export async function save(api, path, name) {
    const address = URL.createObjectURL(await api.file(path));
    Object.assign(document.createElement("a"), { href: address, download: name }).click();
    setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
