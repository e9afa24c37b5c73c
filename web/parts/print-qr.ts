/** Opens a page with a title, the QR code and the address that it contains, and prints it. */
export function printQr(code: SVGElement, { title, url }: { title: string; url: string }): void {
  const page = window.open('', '_blank');
  if (!page) return;
  const { document: sheet } = page;
  sheet.title = title;
  sheet.body.style.cssText =
    'margin: 2cm 1cm; font: 14pt system-ui, sans-serif; text-align: center; color: black; background: white';
  const heading = sheet.createElement('h1');
  heading.dir = 'auto';
  heading.textContent = title;
  const picture = sheet.importNode(code, true);
  picture.removeAttribute('class');
  picture.style.cssText = 'width: 10cm; max-width: 100%; height: auto';
  const address = sheet.createElement('p');
  address.dir = 'ltr';
  address.style.overflowWrap = 'anywhere';
  address.textContent = url;
  sheet.body.replaceChildren(heading, picture, address);
  page.print();
}
