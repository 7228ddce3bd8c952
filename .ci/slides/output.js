// Returns what is wrong with the output panel of the current slide.
(() => {
  const card = document.querySelector('article.current');
  const panel = card.querySelector('.output'), out = panel.querySelector('pre');
  const problems = [];
  const inside = panel.getBoundingClientRect(), frame = card.getBoundingClientRect();
  if (inside.top < frame.top || inside.bottom > frame.bottom || inside.left < frame.left || inside.right > frame.right) {
    problems.push('the output leaves the card');
  }
  for (const pre of card.querySelectorAll('.code pre')) {
    const over = pre.getBoundingClientRect().bottom - inside.top;
    if (pre.offsetHeight > 0 && over > 0) problems.push(`the output covers ${Math.round(over)} px of the code`);
  }
  if (out.scrollWidth > out.clientWidth) problems.push(`the output is ${out.scrollWidth - out.clientWidth} px wider than its panel`);
  if (out.scrollHeight > out.clientHeight) problems.push(`the output is ${out.scrollHeight - out.clientHeight} px higher than its panel`);
  return problems;
})()
